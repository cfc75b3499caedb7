export default function RegionPage() {
  return null;
}
