export default function EndpointsPage() {
  return null;
}
