export default function NodesPage() {
  return null;
}
