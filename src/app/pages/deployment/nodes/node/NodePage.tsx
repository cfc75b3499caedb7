export default function NodePage() {
  return null;
}
