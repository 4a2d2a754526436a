import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactElement, useCallback, useState } from 'react';
import { answerOf, auth } from '../api/client.ts';
import type { Session } from '../api/shapes.ts';
import { messages } from '../messages/en.ts';
import { AccountSwitch } from '../team/account-switch.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { LaterPart } from '../ui/later-part.tsx';
import { pagesOf } from './pages.ts';
import { applyScheme, readScheme, type Scheme } from './scheme.ts';
import { Search, SearchButton } from './search-button.tsx';

// The pages need not wait for it.
const NotificationCount = lazy(async () => ({
  default: (await import('../notifications/notification-count.tsx')).NotificationCount,
}));

/** The way to the pages: beside them on a desktop, behind a button on a phone. */
export function Navigation({ session }: { readonly session: Session }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const openSearch = useCallback(() => setSearching(true), []);
  const { menu } = messages;
  return (
    <header className="border-line bg-card max-md:border-b md:w-64 md:shrink-0 md:border-r">
      <div className="flex flex-col md:sticky md:top-0 md:h-[calc(100svh-2rem)]">
        <div className="flex items-center justify-between px-4 py-3">
          <span className="text-xl font-bold text-accent">{messages.product}</span>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="menu"
            aria-label={isOpen ? menu.close : menu.open}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex size-11 items-center justify-center rounded-lg hover:bg-soft md:hidden"
          >
            <Icon name={isOpen ? 'close' : 'menu'} />
          </button>
        </div>
        {isSearching && <Search onClose={() => setSearching(false)} />}
        <div
          id="menu"
          className={`${isOpen ? 'flex' : 'hidden'} flex-1 flex-col gap-6 overflow-y-auto px-3 pb-4 md:flex`}
        >
          <AccountSwitch />
          <SearchButton onOpen={openSearch} />
          <nav aria-label={messages.navigation}>
            <ul className="grid gap-1">
              {pagesOf(session).map(({ to, icon, label, exact }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={{ exact, includeSearch: false }}
                    onClick={() => setOpen(false)}
                    className="flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium hover:bg-soft aria-[current=page]:bg-soft aria-[current=page]:text-accent"
                  >
                    <Icon name={icon} />
                    {label}
                    {exact && (
                      <LaterPart failed={CountNotLoaded}>
                        <NotificationCount />
                      </LaterPart>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="mt-auto grid gap-3 px-1">
            <SchemeSwitch />
            <Who session={session} />
          </div>
        </div>
      </div>
    </header>
  );
}

function SchemeSwitch(): ReactElement {
  const [scheme, setScheme] = useState<Scheme>(readScheme);
  const choose = (next: Scheme) => {
    applyScheme(next);
    setScheme(next);
  };
  return (
    <label className="grid gap-1 text-sm text-muted">
      {messages.scheme.label}
      <select
        value={scheme}
        onChange={(event) => {
          const chosen = messages.scheme.options.find(([value]) => value === event.target.value);
          if (chosen !== undefined) choose(chosen[0]);
        }}
        className="min-h-10 rounded-lg border border-field-line bg-card px-2 text-text"
      >
        {messages.scheme.options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Who({ session }: { readonly session: Session }): ReactElement {
  const queries = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => answerOf(auth.POST('/v1/auth/logout')),
    // Nothing of this account may be shown to whoever signs in next.
    onSuccess: () => location.assign('/'),
    onError: () => void queries.invalidateQueries(),
  });
  const { signedInAs, signOut: label, outOfReach } = messages.session;
  return (
    <div className="grid gap-1 border-t border-line pt-3">
      <p className="text-sm text-muted">{signedInAs}</p>
      <p className="text-sm font-medium wrap-anywhere">
        {session.email ?? session.walletAddress ?? session.accountId}
      </p>
      {session.role !== null && (
        <p className="text-sm text-muted">{messages.session.roles[session.role]}</p>
      )}
      <Button kind="quiet" onClick={() => signOut.mutate()} busy={signOut.isPending}>
        <Icon name="out" />
        {label}
      </Button>
      {signOut.isError && <p className="text-sm text-stop-text">{outOfReach}</p>}
    </div>
  );
}

function CountNotLoaded(): ReactElement {
  return <span className="text-sm">{messages.notificationsNotLoaded}</span>;
}
