export default function ApplicationsPage() {
  return null;
}
