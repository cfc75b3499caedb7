export default function BucketPage() {
  return null;
}
