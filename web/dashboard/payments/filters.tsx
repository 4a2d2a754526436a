import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { config } from '../config.ts';
import { paymentListMessages } from '../messages/en-payments.ts';
import { Button, buttonStyle } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { ENDED_LINKS, type PaymentSearch, readPaymentSearch } from './search.ts';

const messages = paymentListMessages.filters;
const route = getRouteApi('/payments');

/** What is behind the button for more filters. */
const MORE = ['currency', 'min', 'max', 'from', 'to', 'wallet', 'client', 'flow'] as const;

/** The filters of the list; the key `/` leads to the first. */
export function Filters({ search }: { readonly search: PaymentSearch }): ReactElement {
  const navigate = route.useNavigate();
  const [draft, setDraft] = useState<Readonly<Record<string, string | undefined>>>({ ...search });
  const form = useRef<HTMLFormElement>(null);
  useSlashKey(form);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ search: readPaymentSearch(draft) });
  };
  const field = (name: keyof PaymentSearch) => ({
    label: messages[name].label,
    value: draft[name] ?? '',
    onText: (text: string) => setDraft({ ...draft, [name]: text }),
  });
  const text = (name: 'reference' | 'currency' | 'min' | 'max' | 'wallet' | 'client') => ({
    ...field(name),
    placeholder: messages[name].hint,
    spellCheck: false,
    autoComplete: 'off',
  });
  // One choice for the status of a payment and for what ended its link.
  const status = draft['link'] ?? draft['status'] ?? '';
  const setStatus = (chosen: string) => {
    const isLink = ENDED_LINKS.some((one) => one === chosen);
    setDraft({ ...draft, status: isLink ? undefined : chosen, link: isLink ? chosen : undefined });
  };
  return (
    <form ref={form} aria-label={messages.title} onSubmit={onSubmit} className="grid gap-3">
      <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_14rem_12rem_auto]">
        <TextField {...text('reference')} type="search" />
        <SelectField
          label={messages.status.label}
          value={status}
          options={messages.status.options}
          onText={setStatus}
        />
        <SelectField
          {...field('network')}
          options={[
            ['', messages.network.all],
            ...config.networks.map(({ id, name }) => [id, name] as const),
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit">{messages.apply}</Button>
          {Object.keys(search).length > 0 && (
            <Link to="/payments" search={{}} className={buttonStyle('secondary')}>
              {paymentListMessages.clear}
            </Link>
          )}
        </div>
      </div>
      <details open={MORE.some((name) => search[name] !== undefined)}>
        <summary className="inline-flex min-h-9 items-center font-medium text-accent underline">
          {messages.more}
        </summary>
        <div className="mt-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <TextField {...text('currency')} />
          <SelectField {...field('flow')} options={messages.flow.options} />
          <TextField {...text('min')} inputMode="decimal" />
          <TextField {...text('max')} inputMode="decimal" />
          <TextField {...field('from')} type="date" />
          <TextField {...field('to')} type="date" />
          <TextField {...text('wallet')} />
          <TextField {...text('client')} />
        </div>
      </details>
    </form>
  );
}

/** Leads to the first field by the key `/`, unless somebody is writing. */
function useSlashKey(form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof HTMLElement && target.matches('input, select, textarea')) return;
      event.preventDefault();
      form.current?.querySelector('input')?.focus();
    };
    // Before the search over everything, which listens at the window.
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [form]);
}
