"""Opens pages in headless Chromium and says what is wrong with them. Usage: pages.py FOLDER PICTURES PAGE..; PICTURES may be empty."""
import pathlib
import sys

from selenium import webdriver
from selenium.webdriver.common.by import By

WIDTHS = (400, 1600)
folder, pictures = pathlib.Path(sys.argv[1]), sys.argv[2]
faults = []


def browser():
    options = webdriver.ChromeOptions()
    for flag in (
        "headless=new", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
        "disable-component-update", "disable-sync", f"user-data-dir={folder}/profile",
    ):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.chrome.service.Service("/usr/bin/chromedriver"))


def is_sorted(values):
    numbers = []
    for value in values:
        try:
            numbers.append(float(value.replace(" %", "")))
        except ValueError:
            return values == sorted(values) or values == sorted(values, reverse=True)
    return numbers == sorted(numbers) or numbers == sorted(numbers, reverse=True)


def look(driver, page, width):
    def fault(what):
        faults.append(f"{page} at {width} pixels: {what}")

    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": width < 600},
    )
    driver.get((folder / page).as_uri())
    for entry in driver.get_log("browser"):
        fault(f"the console tells: {entry['message']}")
    for name in driver.execute_script("return performance.getEntriesByType('resource').map(one => one.name)"):
        if not name.startswith(("data:", "file:")):
            fault(f"it loads {name}")
    for link in driver.execute_script("return [...document.querySelectorAll('a[href]')].map(one => one.getAttribute('href'))"):
        if link.startswith("#"):
            if not driver.execute_script("return document.getElementById(decodeURIComponent(arguments[0]))", link[1:]):
                fault(f"the link {link} leads nowhere")
        elif link.startswith(("http:", "https:")):
            fault(f"the link {link} leads outside")
        elif not (folder / page).parent.joinpath(link.split("#")[0]).exists():
            fault(f"the link {link} leads nowhere")
    for picture in driver.execute_script("return [...document.images].filter(one => one.src && one.complete && !one.naturalWidth).map(one => one.src)"):
        fault(f"a picture is not shown: {picture[:80]}")
    wide = driver.execute_script("return document.documentElement.scrollWidth")
    if wide > width:
        fault(f"it is {wide} pixels wide")
    small = driver.execute_script(
        "return [...document.querySelectorAll('p, td, th, li')].filter(one => one.offsetParent"
        " && parseFloat(getComputedStyle(one).fontSize) < 11).length"
    )
    if small:
        fault(f"{small} elements have letters of less than 11 pixels")
    if page.endswith("report.html"):
        sort(driver, fault)
    if pictures:
        name = page.replace("/", "-").replace(".html", "")
        driver.save_screenshot(f"{pictures}/{name}-{width}.png")


def sort(driver, fault):
    """Clicks on each head of the table of a batch, twice, and reads its column."""
    count = len(driver.find_elements(By.CSS_SELECTOR, "#table th"))
    if count < 5:
        fault(f"its table has {count} columns")
    orders, sortable = set(), set()
    for column in range(count):
        for _ in range(2):
            head = driver.find_elements(By.CSS_SELECTOR, "#table th")[column]
            name = head.text
            driver.execute_script("arguments[0].click()", head)
            # Pictures and words are no order.
            if not driver.find_elements(By.CSS_SELECTOR, "#table th")[column].get_attribute("class").endswith(("up", "down")):
                break
            sortable.add(column)
            rows = driver.execute_script(
                "return [...document.querySelectorAll('#table tr')].map(row => [...row.querySelectorAll('td')]"
                ".map(cell => cell.innerText.trim())).filter(row => row.length)"
            )
            orders.add(str(rows))
            values = [row[column].split("\n")[0] for row in rows]
            if any(values) and not is_sorted([value for value in values if value]):
                fault(f"a click on `{name}` does not sort it: {values}")
    if len(sortable) < 5 or len(orders) < 3:
        fault(f"{len(sortable)} of its columns sort, into {len(orders)} orders")


driver = browser()
try:
    for page in sys.argv[3:]:
        for width in WIDTHS:
            look(driver, page, width)
finally:
    driver.quit()
for told in faults:
    print(f"pages: {told}", file=sys.stderr)
print(f"pages: {len(sys.argv) - 3} pages at {len(WIDTHS)} widths, {len(faults)} faults")
sys.exit(1 if faults else 0)
