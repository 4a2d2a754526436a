import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import {
  apiKeysQuery,
  destinationQuery,
  firstPaymentQuery,
  requestsQuery,
  webhooksQuery,
} from '../api/queries.ts';
import { config } from '../config.ts';
import { homeMessages } from '../messages/en-home.ts';
import { sessionQuery } from '../session/session.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Icon } from '../ui/icon.tsx';
import { Card } from '../ui/page.tsx';
import { Lines } from '../ui/skeleton.tsx';

const messages = homeMessages.setup;

/** One thing to set up. */
interface Step {
  readonly title: string;
  readonly text: string;
  /** Undefined while that is not known. */
  readonly isDone: boolean | undefined;
  /** Whether this session may not know it. */
  readonly isHidden?: boolean;
  readonly action?: ReactNode;
}

/** The checklist; what the API knows of is ticked by itself, and a complete list says so in one line. */
export function Setup(): ReactElement {
  const steps = useSteps();
  const done = steps.filter(({ isDone }) => isDone).length;
  const isRead = steps.every(({ isDone, isHidden }) => isDone !== undefined || isHidden);
  return (
    <Card title={messages.title} actions={isRead && messages.done(done, steps.length)}>
      {!isRead && <Lines count={steps.length} />}
      {isRead && done === steps.length && <p>{messages.complete}</p>}
      {isRead && done < steps.length && (
        <ol className="grid gap-4">
          {steps.map((step) => (
            <Item key={step.title} step={step} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function useSteps(): readonly Step[] {
  const { data: session } = useQuery(sessionQuery);
  const isWallet = session?.kind === 'wallet';
  const listed = useQuery(requestsQuery({ page: 1 }));
  const requests = listed.data;
  const counted = useQuery(firstPaymentQuery);
  const destination = useQuery({ ...destinationQuery, enabled: isWallet });
  const keys = useQuery(apiKeysQuery);
  const webhooks = useQuery(webhooksQuery);
  const isPaid =
    requests?.requests.some(({ hasBeenPaid }) => hasBeenPaid) === true ||
    (counted.data && counted.data.pagination.total > 0);
  const isPaidTo = requests?.requests.some(({ payee }) => payee !== null);
  return [
    {
      title: messages.destination.title,
      text: isWallet || isPaidTo === true ? messages.destination.text : messages.wallet,
      isHidden: isWallet ? destination.isError : isPaidTo !== true && !listed.isPending,
      action: isWallet && <Way to="/destination" label={messages.destination.action} />,
      // Whoever has a link that pays somebody has said where.
      isDone: isWallet ? destination.isSuccess && destination.data !== null : isPaidTo || undefined,
    },
    {
      title: messages.link.title,
      text: messages.link.text,
      isDone: requests && requests.pagination.total > 0,
      isHidden: listed.isError,
      action: <Way to="/get-paid/new" label={messages.link.action} />,
    },
    {
      title: messages.paid.title,
      text: messages.paid[config.mode],
      isDone: isPaid,
      isHidden: counted.isError,
    },
    {
      title: messages.key.title,
      text: messages.key.text,
      action: <Way to="/keys" label={messages.key.action} />,
      isDone: keys.data?.apiKeys.some(({ status }) => status === 'active'),
      isHidden: keys.isError,
    },
    {
      title: messages.webhook.title,
      text: messages.webhook.text,
      action: <Way to="/webhooks" label={messages.webhook.action} />,
      isDone: webhooks.data?.some(({ isActive }) => isActive),
      isHidden: webhooks.isError,
    },
  ];
}

/** What has to be allowed for a step, by the page that it is done on. */
const DONE_THERE = {
  '/destination': 'registerPayeeDestination',
  '/get-paid/new': 'createSecurePayment',
  '/keys': 'createApiKey',
  '/webhooks': 'createWebhook',
} as const;

interface WayProps {
  readonly to: keyof typeof DONE_THERE;
  readonly label: string;
}

function Way({ to, label }: WayProps): ReactElement {
  return (
    <Allowed to={DONE_THERE[to]}>
      <Link to={to} className="font-medium text-accent underline">
        {label}
      </Link>
    </Allowed>
  );
}

function Item({ step: { title, text, isDone = false, action } }: { readonly step: Step }) {
  return (
    <li className="flex gap-3">
      <span
        className={`mt-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-full border ${
          isDone ? 'border-accent bg-accent text-on-accent' : 'border-field-line'
        }`}
      >
        {isDone && <Icon name="check" />}
        <span className="sr-only">{isDone ? messages.isDone : messages.isOpen}</span>
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {!isDone && (
          <p className="text-muted">
            {text} {action}
          </p>
        )}
      </div>
    </li>
  );
}
