import { currencyById } from '#catalog/currencies.ts';
import { printAmount } from '#kit/amount.ts';
import type {
  Notification,
  NotificationKind,
  NotificationLevel,
  SubjectKind,
} from './notification.ts';
import type { Problem } from './problem.ts';

interface Rules {
  /** After so long of nothing but failures a webhook is switched off; 0 is never. */
  readonly switchOffAfterMs: number;
}

interface Described {
  readonly kind: NotificationKind;
  readonly level: NotificationLevel;
  readonly message: string;
  readonly subject: SubjectKind;
  readonly endsAt?: Date;
}

/** A name or a reason is cut after so many characters: the sentence around it is what a person reads. */
const TEXT_CHARS_MAX = 100;

/** The notification of a problem. */
export function describeProblem(problem: Problem, rules: Rules): Notification {
  const { id, subjectId, since, endsAt } = problem;
  const cut = { ...problem, name: cutText(problem.name), reason: cutText(problem.reason) };
  const { kind, subject, ...described } = describe(cut, rules);
  return {
    id: `${kind}:${id}`,
    kind,
    subject: { kind: subject, id: subjectId },
    since,
    endsAt,
    ...described,
  };
}

function describe(problem: Problem, rules: Rules): Described {
  switch (problem.source) {
    case 'webhook':
      return describeWebhook(problem, rules);
    case 'held_payment':
      return describeHeld(problem);
    case 'recurring_payout':
      return describeRecurring(problem);
    case 'payout_import':
      return describeImport(problem);
    case 'returned_bank_payout':
      return describeReturned(problem);
    case 'reverted_payment':
      return {
        kind: 'payment_reverted',
        level: 'error',
        message: `A payment of ${problem.name ?? ''} was taken back by its network, and nothing has paid its request since. Deliver nothing for it until it is paid again.`,
        subject: 'request',
      };
    case 'api_key':
      return {
        kind: 'api_key_expiring',
        level: 'warn',
        message: `The API key “${problem.name ?? ''}” ends soon. Calls with it are refused from then on.`,
        subject: 'api_key',
      };
  }
}

function describeWebhook({ name, state, reason, since }: Problem, rules: Rules): Described {
  const subject = reason === 'partner' ? 'orchestrator_webhook' : 'webhook';
  if (state === 'off') {
    return {
      kind: 'webhook_disabled',
      level: 'error',
      message: `${name} was switched off because its deliveries only failed. It is sent nothing until it is switched on again.`,
      subject,
    };
  }
  const { switchOffAfterMs } = rules;
  return {
    kind: 'webhook_failing',
    level: 'warn',
    message:
      switchOffAfterMs === 0
        ? `Deliveries to ${name} only fail.`
        : `Deliveries to ${name} only fail. It is switched off by itself unless one arrives before.`,
    subject,
    ...(switchOffAfterMs > 0 && { endsAt: new Date(since.getTime() + switchOffAfterMs) }),
  };
}

function describeHeld(problem: Problem): Described {
  return {
    kind: 'payment_held',
    level: 'warn',
    message:
      problem.state === 'refused'
        ? `A payment of ${amountOf(problem)} does not count because its payer was refused. Release it with a reason, or return it.`
        : `A payment of ${amountOf(problem)} does not count until it is known who sent it. It is checked again by itself.`,
    subject: 'request',
  };
}

function describeRecurring({ state, name, reason }: Problem): Described {
  const which = name === null ? 'A recurring payout' : `The recurring payout “${name}”`;
  if (state === 'paused') {
    return {
      kind: 'recurring_payout_paused',
      level: 'error',
      message: `${which} is paused and pays nothing${reason === null ? '' : `: ${reason}`}`,
      subject: 'recurring_payout',
    };
  }
  const lacking = reason === 'allowance' ? 'allows too little' : 'has too little';
  return {
    kind: 'recurring_payout_short',
    level: 'warn',
    message: `${which} cannot pay its next instalment: its payer ${lacking} of the token.`,
    subject: 'recurring_payout',
  };
}

function describeImport({ state, name, reason, count }: Problem): Described {
  const which = name === null ? 'A list of payouts' : `The file “${name}”`;
  const subject = 'payout_import';
  if (state === 'running' && reason !== null) {
    return {
      kind: 'payout_import_waiting',
      level: 'warn',
      message: `${which} waits: ${reason}`,
      subject,
    };
  }
  const rows = count === 1 ? '1 row' : `${count ?? 0} rows`;
  return {
    kind: 'payout_import_incomplete',
    level: 'warn',
    message:
      count === 0 || count === null
        ? `${which} is created, but not as it was asked for: ${reason ?? ''}`
        : `${which} has ${rows} for which no payout was created.`,
    subject,
  };
}

function describeReturned(problem: Problem): Described {
  return {
    kind: 'bank_payout_returned',
    level: 'error',
    message:
      problem.state === 'failed'
        ? `A payout of ${amountOf(problem)} to a bank account failed: the provider has given it up. Ask the provider where the money is.`
        : `A payout of ${amountOf(problem)} to a bank account came back${problem.state === 'refunded' ? ', and its payer was refunded' : ''}. Check the bank account before you pay again.`,
    subject: 'request',
  };
}

function amountOf({ units, currencyId }: Problem): string {
  const currency = currencyId === null ? undefined : currencyById(currencyId);
  if (currency === undefined || units === null) return 'an unknown amount';
  return `${printAmount(units, currency.decimals)} ${currency.symbol}`;
}

function cutText(text: string | null): string | null {
  const characters = text === null ? [] : [...text];
  return characters.length > TEXT_CHARS_MAX
    ? `${characters.slice(0, TEXT_CHARS_MAX).join('')}…`
    : text;
}
