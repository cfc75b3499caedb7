export default function EventPage() {
  return null;
}
