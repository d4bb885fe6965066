# A calendar as Python's icalendar reads it: takes files in the order in which they came, keeps of each UID the entry with the
# highest SEQUENCE and of these the latest (RFC 5546 2.1.5), and says of each what it is and when it is in the zones asked for.
import json
import sys
from zoneinfo import ZoneInfo

from icalendar import Calendar

def order(event):
    return event["SEQUENCE"], event["DTSTAMP"].dt


zones = sys.argv[1].split(",")
kept = {}
for path in sys.argv[2:]:
    with open(path, "rb") as file:
        calendar = Calendar.from_ical(file.read())
    for event in calendar.walk("VEVENT"):
        event.add("x-method", calendar["METHOD"])
        before = kept.get(str(event["UID"]))
        if before is None or order(event) >= order(before):
            kept[str(event["UID"])] = event
print(json.dumps([
    {
        "uid": uid,
        "sequence": int(event["SEQUENCE"]),
        "status": str(event["STATUS"]),
        "method": str(event["X-METHOD"]),
        "summary": str(event["SUMMARY"]),
        "organizer": str(event["ORGANIZER"]),
        "epoch": int(event["DTSTART"].dt.timestamp()),
        "shown": [event["DTSTART"].dt.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M") for zone in zones],
    }
    for uid, event in sorted(kept.items())
]))
