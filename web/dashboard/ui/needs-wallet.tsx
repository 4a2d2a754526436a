import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { messages } from '../messages/en.ts';
import { sessionQuery } from '../session/session.ts';
import { Notice } from './notice.tsx';

/** What only the session of a wallet may see and change; any other reads how to come to one. */
export function NeedsWallet({ children }: { readonly children: ReactNode }): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  if (session?.kind === 'wallet') return <>{children}</>;
  const { title, text, link } = messages.needsWallet;
  return (
    <Notice kind="plain">
      <p className="font-semibold">{title}</p>
      <p>{text}</p>
      <Link to="/sessions" className="font-medium text-accent underline">
        {link}
      </Link>
    </Notice>
  );
}
