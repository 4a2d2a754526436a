import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import { isRecord } from '../../engine/members.ts';
import { plainText } from '../../ui/plain-text.ts';
import { paymentListMessages } from '../messages/en-payments.ts';
import { readKept, writeKept } from '../session/kept.ts';
import { sessionQuery } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { type PaymentSearch, readPaymentSearch } from './search.ts';

const messages = paymentListMessages.views;

/** Under which the views of an account are kept in this browser: another account there has nothing of them. */
const keyOf = (accountId: string) => `views.payments.${accountId}`;
/** As many as one row shows; more would be looked for as long as a filter is set. */
const VIEWS_MAX = 12;
const NAME_MAX = 40;

interface View {
  readonly name: string;
  readonly search: PaymentSearch;
}

const TAB =
  'inline-flex min-h-9 items-center rounded-full border border-line bg-card px-3 text-sm font-medium hover:bg-soft aria-[current=page]:border-accent aria-[current=page]:text-accent';

/** The views of the list: those that everybody has, and those that were saved in this browser. */
export function Views({ search }: { readonly search: PaymentSearch }): ReactElement {
  const key = keyOf(useQuery(sessionQuery).data?.accountId ?? '');
  const [saved, setSaved] = useState(() => readViews(readKept(key)));
  const [name, setName] = useState<string>();
  const keep = (views: readonly View[]) => {
    setSaved(views);
    writeKept(key, views);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const written = name?.trim() ?? '';
    if (written === '') return;
    const others = saved.filter((view) => view.name !== written);
    keep([...others, { name: written, search }].slice(-VIEWS_MAX));
    setName(undefined);
  };
  const isSaved = saved.some((view) => isSame(view.search, search));
  return (
    <div className="grid gap-3">
      <nav aria-label={messages.label} className="flex flex-wrap items-center gap-2">
        {messages.fixed.map(([title, fixed]) => (
          <Tab key={title} title={title} search={fixed} />
        ))}
        {saved.map((view) => (
          <span key={view.name} className="inline-flex items-center">
            <Tab title={plainText(view.name)} search={view.search} />
            <button
              type="button"
              aria-label={messages.remove(view.name)}
              onClick={() => keep(saved.filter((one) => one !== view))}
              className="inline-flex size-8 items-center justify-center rounded text-muted hover:bg-soft"
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
        {Object.keys(search).length > 0 && !isSaved && name === undefined && (
          <Button kind="quiet" onClick={() => setName('')}>
            {messages.save}
          </Button>
        )}
      </nav>
      {name !== undefined && (
        <form onSubmit={save} className="flex flex-wrap items-end gap-2">
          <TextField
            label={messages.name}
            hint={messages.kept}
            maxLength={NAME_MAX}
            value={name}
            onText={setName}
            autoFocus
          />
          <Button type="submit" kind="primary">
            {messages.keep}
          </Button>
          <Button onClick={() => setName(undefined)}>{messages.cancel}</Button>
        </form>
      )}
    </div>
  );
}

function Tab({
  title,
  search,
}: {
  readonly title: string;
  readonly search: PaymentSearch;
}): ReactElement {
  return (
    <Link
      to="/payments"
      search={search}
      activeOptions={{ exact: true, includeSearch: true }}
      className={TAB}
    >
      {title}
    </Link>
  );
}

function isSame(one: PaymentSearch, other: PaymentSearch): boolean {
  const textOf = (search: PaymentSearch) => JSON.stringify(Object.entries(search).sort());
  return textOf(one) === textOf(other);
}

function readViews(kept: unknown): readonly View[] {
  if (!Array.isArray(kept)) return [];
  return kept
    .filter(isRecord)
    .flatMap(({ name, search }) =>
      typeof name === 'string' && isRecord(search)
        ? [{ name, search: readPaymentSearch(search) }]
        : [],
    );
}
