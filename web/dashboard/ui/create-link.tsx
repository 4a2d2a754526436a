import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { Allowed } from './allowed.tsx';
import { buttonStyle } from './button.tsx';

/** The way to a new payment link, for members who may create one. */
export function CreateLink({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Allowed to="createSecurePayment">
      <Link to="/get-paid/new" className={buttonStyle('primary')}>
        {children}
      </Link>
    </Allowed>
  );
}
