import type { ReactNode } from 'react';

export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <dl className="m-0 grid min-w-0 grid-cols-[auto_auto] gap-x-3 text-[12.5px] leading-[18px] md:mt-2 md:max-w-md">
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3 md:text-right">{name}</dt>
      <dd className="drains m-0 min-w-0">{children}</dd>
    </>
  );
}
