/** Reserves the height of an event type's history while it loads. */
export function RecordedRoom() {
  return <div className="min-h-180 max-md:min-h-330" />;
}
