import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { payersMessages } from '../messages/en-payers.ts';
import { sessionQuery } from '../session/session.ts';
import { Empty } from '../ui/page.tsx';

/** Shows its part to the roles that may see payers, and says to everybody else who may; the API decides. */
export function ForFinance({ children }: { readonly children: ReactNode }): ReactElement | null {
  const { data: session } = useQuery(sessionQuery);
  if (!session) return null;
  if (session.role === 'owner' || session.role === 'finance') return <>{children}</>;
  return <Empty {...payersMessages.forFinance} />;
}
