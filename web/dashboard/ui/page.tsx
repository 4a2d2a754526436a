import { type ReactElement, type ReactNode, useEffect } from 'react';
import { messages } from '../messages/en.ts';

interface Props {
  readonly title: string;
  readonly lead?: ReactNode;
  /** What can be done on the page, beside its title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its title, which is also that of the document. */
export function Page({ title, lead, actions, children }: Props): ReactElement {
  useEffect(() => {
    document.title = `${title} · ${messages.product}`;
  }, [title]);
  return (
    <>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-bold wrap-anywhere">{title}</h1>
          {lead !== undefined && (
            <p className="mt-1 max-w-prose text-muted wrap-anywhere">{lead}</p>
          )}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      <div className="grid gap-6">{children}</div>
    </>
  );
}

/** A part of a page on a ground of its own. */
export function Card({
  title,
  actions,
  children,
}: {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section className="min-w-0 rounded-xl border border-line bg-card p-4 sm:p-6">
      {(title !== undefined || actions !== undefined) && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          {title !== undefined && (
            <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">{title}</h2>
          )}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

/** What stands where a list has nothing yet: what it would show, and how it comes to that. */
export function Empty({
  title,
  text,
  action,
}: {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
}): ReactElement {
  return (
    <div className="grid justify-items-start gap-2 py-4">
      <p className="text-lg font-semibold">{title}</p>
      <p className="max-w-prose text-muted">{text}</p>
      {action}
    </div>
  );
}

/** Names and values, one below the other on a phone. */
export function Properties({
  rows,
}: {
  /** A key where several rows have one name. */
  readonly rows: readonly (readonly [name: string, value: ReactNode, key?: string])[];
}): ReactElement {
  return (
    <dl className="grid gap-x-6 sm:grid-cols-[9rem_1fr] sm:gap-y-2">
      {rows.map(([name, value, key = name]) => (
        <div key={key} className="contents">
          <dt className="text-muted max-sm:mt-2">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
