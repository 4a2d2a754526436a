import * as Dialog from '@radix-ui/react-dialog';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { searchMessages as messages } from '../messages/en-search.ts';
import { sessionQuery } from '../session/session.ts';
import { pagesOf } from '../shell/pages.ts';
import { PaymentStatus } from '../ui/payment-status.tsx';
import { foundQuery } from './queries.ts';
import { type Result, resultsOf } from './results.ts';

/** After a pause of so long in writing the API is asked. */
const PAUSE_MS = 250;

/** Finds payments and pages by what is written; the keyboard alone is enough. Nothing that was written is kept. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactElement {
  // Keys open it from anywhere, so that no button is known to which the focus could return.
  const [before] = useState(() => document.activeElement);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-20 bg-black/50" aria-hidden="true" />
        <Dialog.Content
          data-panel
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (before instanceof HTMLElement) before.focus();
          }}
          className="fixed top-[8svh] left-1/2 z-30 flex max-h-[80svh] w-[calc(100%-2rem)] max-w-xl -translate-x-1/2 flex-col rounded-xl border border-line bg-card"
        >
          <Dialog.Title className="sr-only">{messages.title}</Dialog.Title>
          <Dialog.Description className="sr-only">{messages.text}</Dialog.Description>
          <Search onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Search({ onClose }: { readonly onClose: () => void }): ReactElement {
  const router = useRouter();
  const id = useId();
  const [written, setWritten] = useState('');
  const [chosen, setChosen] = useState(0);
  const text = written.trim();
  const asked = useAfterPause(text);
  const found = useQuery(foundQuery(asked));
  const isSearching = text !== '' && (asked !== text || found.isFetching);
  const payments = text !== '' && asked === text ? (found.data ?? []) : [];
  const session = useQuery(sessionQuery).data;
  const pages = session == null ? [] : pagesOf(session);
  const results = resultsOf(text, { found: payments, pages });
  const at = Math.min(chosen, results.length - 1);
  const open = (result: Result | undefined) => {
    if (result === undefined) return;
    onClose();
    router.history.push(result.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setChosen((next + results.length) % Math.max(1, results.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(results[at]);
    }
  };
  return (
    <>
      <input
        type="search"
        role="combobox"
        aria-label={messages.field}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={results[at] && `${id}-${at}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={messages.hint}
        value={written}
        onChange={(event) => {
          setWritten(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        className="min-h-14 w-full rounded-t-xl border-b border-line bg-card px-5 text-lg text-text -outline-offset-2"
      />
      <Options id={id} results={results} at={at} onChoose={setChosen} onOpen={open} />
      <div className="border-t border-line px-5 py-3 text-sm text-muted">
        <p role="status">
          {isSearching ? messages.searching : <Outcome count={results.length} />}
          {text !== '' && !isSearching && payments.length === 0 && (
            <> · {found.isError ? messages.failed : messages.nothing}</>
          )}
        </p>
        <p className="mt-1 max-sm:hidden">{messages.keys}</p>
      </div>
    </>
  );
}

function Outcome({ count }: { readonly count: number }): ReactElement {
  return <>{messages.found(count)}</>;
}

interface OptionsProps {
  readonly id: string;
  readonly results: readonly Result[];
  readonly at: number;
  readonly onChoose: (at: number) => void;
  readonly onOpen: (result: Result) => void;
}

/** The focus stays in the field; which result is chosen is said by its id. */
function Options({ id, results, at, onChoose, onOpen }: OptionsProps): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const numbered = results.map((result, number) => ({ result, number }));
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={messages.results}
      className="min-h-0 flex-1 overflow-y-auto p-2"
    >
      {[...Map.groupBy(numbered, ({ result }) => result.group)].map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls of a form, not options.
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden="true" className="px-3 pt-2 pb-1 text-sm text-muted">
            {group}
          </p>
          {members.map(({ result, number }) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field that has the focus.
            <div
              key={result.key}
              id={`${id}-${number}`}
              data-at={number}
              role="option"
              tabIndex={-1}
              aria-selected={number === at}
              onPointerMove={() => number !== at && onChoose(number)}
              onClick={() => onOpen(result)}
              className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-lg px-3 py-2 aria-selected:bg-soft aria-selected:text-accent"
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{result.label}</span>
                {result.more !== undefined && (
                  <span className="block text-sm text-muted">{result.more}</span>
                )}
              </span>
              {result.request && <PaymentStatus {...result.request} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** A text once it has not changed for a while. */
function useAfterPause(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
