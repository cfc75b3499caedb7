/** As high as the past of an event type is: kept while it is asked for. */
export function RecordedRoom() {
  return <div className="min-h-180 max-md:min-h-330" />;
}
