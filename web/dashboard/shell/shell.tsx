import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useEffect, useRef } from 'react';
import type { Session } from '../api/shapes.ts';
import { config } from '../config.ts';
import { messages } from '../messages/en.ts';
import { MemberContext } from '../session/member.ts';
import { sessionQuery } from '../session/session.ts';
import { LaterPart } from '../ui/later-part.tsx';
import { PageError } from '../ui/page-error.tsx';
import { PageSkeleton, Waiting } from '../ui/skeleton.tsx';
import { Navigation } from './navigation.tsx';
import { SessionEnd } from './session-end.tsx';

// Who is signed in loads neither.
const SignInPage = lazy(async () => ({ default: (await import('./sign-in-page.tsx')).SignInPage }));
const SignInAgain = lazy(async () => ({
  default: (await import('./sign-in-again.tsx')).SignInAgain,
}));

// Who has one, or needs none, loads it with its page.
const Security = lazy(async () => ({
  default: (await import('../security/security.tsx')).Security,
}));

/**
 * The frame around all pages: who is signed in, the way to the pages, and the one that is open. When the session
 * ends while a page is open, the page stays with what was typed on it, behind a dialog to sign in again.
 */
export function Shell(): ReactElement {
  const session = useQuery(sessionQuery);
  // Who was signed in when the page was opened.
  const opened = useRef<Session>(undefined);
  const isOther = isOfAnother(session.data, opened.current);
  if (session.data && !isOther) opened.current = session.data;
  // Another window has opened another account: nothing of this one may stay, so a new document begins.
  useEffect(() => {
    if (isOther) location.assign('/');
  }, [isOther]);
  const shown = opened.current;
  if (isOther) return <Waiting />;
  return (
    <div className="flex min-h-svh flex-col">
      {config.mode === 'sandbox' && (
        <aside aria-label={messages.testBannerName} className="test-banner">
          {messages.testBanner}
        </aside>
      )}
      {session.isError && shown === undefined ? (
        <main className="mx-auto w-full max-w-lg p-4 pt-12">
          <PageError error={session.error} onRetry={() => void session.refetch()} />
        </main>
      ) : (
        <Suspense fallback={<Waiting />}>
          {shown === undefined && session.data === undefined && <Waiting />}
          {shown === undefined && session.data === null && <SignInPage />}
          {shown !== undefined && (
            <>
              <MemberContext value={shown}>
                <div className="flex flex-1 flex-col" inert={session.data === null}>
                  <Frame session={shown} />
                </div>
              </MemberContext>
              {session.data === null && (
                <LaterPart>
                  <SignInAgain accountId={shown.accountId} />
                </LaterPart>
              )}
            </>
          )}
        </Suspense>
      )}
    </div>
  );
}

function isOfAnother(now: Session | null | undefined, before: Session | undefined): boolean {
  return now != null && before !== undefined && now.accountId !== before.accountId;
}

function Frame({ session }: { readonly session: Session }): ReactElement {
  return (
    <>
      <a
        href="#page"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-card focus:p-3"
      >
        {messages.skip}
      </a>
      <SessionEnd session={session} />
      <div className="flex flex-1 flex-col md:flex-row">
        <Navigation session={session} />
        {/* Another account sees nothing of what this one opened. */}
        <main
          key={session.accountId}
          id="page"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl min-w-0 flex-1 p-4 pb-16 sm:p-8"
        >
          <Suspense fallback={<PageSkeleton />}>
            {session.mustAddSecondFactor ? <Security /> : <Outlet />}
          </Suspense>
        </main>
      </div>
    </>
  );
}
