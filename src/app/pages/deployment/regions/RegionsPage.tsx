export default function RegionsPage() {
  return null;
}
