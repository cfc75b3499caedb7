import { isInHost, useStore } from '#app/ui/host.ts';
import { keepInCookie, setting } from '#app/url/settings.ts';
import { orderCookie } from '#contract/host.ts';

export type Order = 'worst' | 'own';
const order = setting<Order>('order', ['worst', 'own'], () => undefined);

// For a choice that was stored before the host rendered this page.
if (!isInHost && order.get() === 'own') keepInCookie(orderCookie, 'own');

function choose(value: Order): void {
  order.set(value);
  keepInCookie(orderCookie, value);
}

export function useOrder(): [Order, (value: Order) => void] {
  return [useStore(order.subscribe, order.get), choose];
}
