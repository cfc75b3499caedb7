const earthRadius = 6_371.0088;
const radians = Math.PI / 180;

interface Degrees {
  readonly lat: number;
  readonly lon: number;
}

/** Computes the great-circle distance in kilometres (haversine formula, mean earth radius). */
export function greatCircle(from: Degrees, to: Degrees): number {
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const share =
    half(to.lat - from.lat) +
    Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * half(to.lon - from.lon);
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(share)));
}
