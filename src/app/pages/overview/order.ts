import { useStore } from '#app/ui/host.ts';
import { setting } from '#app/url/settings.ts';

export type Order = 'worst' | 'own';
const order = setting<Order>('order', ['worst', 'own'], () => undefined);
/** How the deployments are ordered: worst first, or as configured. */
export function useOrder(): [Order, (value: Order) => void] {
  return [useStore(order.subscribe, order.get), order.set];
}
