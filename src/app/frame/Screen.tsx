import type { ReactNode } from 'react';
import { ScreenContact } from '../components/freshness/Contact.tsx';
import { HatchPattern } from '../ui/elements/HatchPattern.tsx';

export function Screen({ children }: { readonly children: ReactNode }) {
  return (
    <ScreenContact>
      <HatchPattern />
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      {children}
    </ScreenContact>
  );
}
