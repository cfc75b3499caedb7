import { isInHost, useStore } from '#app/ui/host.ts';
import { keepInCookie, setting } from '#app/url/settings.ts';
import { orderCookie } from '#contract/host.ts';

export type Order = 'worst' | 'own';
const order = setting<Order>('order', ['worst', 'own'], (value) => {
  // The host draws no order but the first.
  if (!isInHost) keepInCookie(orderCookie, value);
});
/** How the deployments are ordered: worst first, or as configured. */
export function useOrder(): [Order, (value: Order) => void] {
  return [useStore(order.subscribe, order.get), order.set];
}
