import { z } from 'zod';
import type { Network } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import { invariant, refuseField } from '#kit/failure.ts';
import {
  type DestinationAccessPolicy,
  readAddress,
  readAnyAddress,
} from '#modules/destinations/index.ts';
import { notScreened, type ScreeningPlan } from '#modules/screening/index.ts';

/** A list is copied into its link and compared completely when it is created. Ours; nothing public. */
const ALLOWED_PAYERS_MAX = 1_000;

/** Longer than an address of any chain. */
const ADDRESS_CHARS_MAX = 100;

const listField = 'accessPolicy.allowedPayerAddresses';

/** Who may pay a link, and what payers see of it before. */
export const PaymentAccessPolicy = z
  .strictObject({
    mode: z
      .enum(['inherit', 'off', 'kyt_all_wallets'])
      .optional()
      .describe(
        'Whether wallets are screened; `inherit`, as left out, does as the destination says. The plan of a linked client ID goes before both.',
      ),
    screeningProvider: z
      .enum(['hypernative', 'merklescience'])
      .nullish()
      .describe('Who screens them; required with `kyt_all_wallets`, else null or left out.'),
    hideUntilApproved: z
      .boolean()
      .optional()
      .describe(
        'Whether the payment is shown to approved wallets only; left out, as the destination says.',
      ),
    hidePayeeAddress: z
      .boolean()
      .optional()
      .describe(
        "Whether the payee's wallet is masked for all but approved wallets; left out, as the destination says.",
      ),
    allowedPayerAddresses: z
      .array(
        z.string().max(ADDRESS_CHARS_MAX, `${listField} must hold addresses, which are shorter`),
      )
      .max(ALLOWED_PAYERS_MAX, `${listField} must have at most ${ALLOWED_PAYERS_MAX} items`)
      .optional()
      .describe(
        'The wallets that may pay, EVM in any case and Tron exactly; empty or left out, everybody may.',
      ),
  })
  .meta({
    id: 'PaymentAccessPolicy',
    description: 'Who may pay a link, and what payers see of it before.',
    examples: [{ mode: 'off', allowedPayerAddresses: [SAMPLE.payer] }],
  });

/** Who may pay a link, as an integrator sets it. */
export type PaymentAccessPolicy = z.output<typeof PaymentAccessPolicy>;

/** Who may pay one link and what is shown before; never changed once the link exists. */
export interface LinkAccess {
  /** Whether only the wallets below may pay. */
  readonly restrictsPayers: boolean;
  /** As their chain writes them, each once; empty where everybody may pay. */
  readonly allowedPayers: readonly string[];
  readonly hidesUntilApproved: boolean;
  readonly hidesPayee: boolean;
  /** Who judges wallets: those that pay an incoming link, and who is paid by an outgoing one; null where nobody does. */
  readonly screening: ScreeningPlan | null;
}

/** What a link takes over from a destination where it says nothing itself. */
interface Inherited {
  readonly policy: DestinationAccessPolicy | null;
  /** Where the destination stands in the body, for the words of a refusal. */
  readonly field: string;
}

/** The access of a new link, and the field that says who judges wallets. */
interface SettledAccess extends LinkAccess {
  readonly screeningField: string;
}

/** What settles the access of a new link beside its own policy. */
export interface AccessSources {
  /** Of its destinations. */
  readonly inherited: readonly Inherited[];
  /** Of the client ID by which it is created; null without one. It goes before both policies, and fixes nothing but who judges. */
  readonly clientIdPlan: ScreeningPlan | null;
  readonly network: Network;
}

/**
 * The access of a new link: its own policy, else that of any of its destinations; who judges wallets is said by the client ID's plan
 * before both. Refuses (400) a policy that contradicts itself, vendors that differ, what is no
 * address, and a list without any on the network.
 */
export function settleAccess(
  input: PaymentAccessPolicy | undefined,
  { inherited, clientIdPlan, network }: AccessSources,
): SettledAccess {
  const policies = inherited.flatMap(({ policy }) => policy ?? []);
  const allowedPayers = readAllowed(input?.allowedPayerAddresses ?? [], network);
  const own = ownScreening(input, inherited);
  const settled =
    clientIdPlan === null ? own : { plan: clientIdPlan, field: 'the plan of the client ID' };
  return {
    restrictsPayers: allowedPayers.length > 0,
    allowedPayers,
    hidesUntilApproved:
      input?.hideUntilApproved ?? policies.some(({ hideUntilApproved }) => hideUntilApproved),
    hidesPayee:
      input?.hidePayeeAddress ?? policies.some(({ hidePayeeAddress }) => hidePayeeAddress),
    screening: settled?.plan ?? null,
    screeningField: settled?.field ?? 'accessPolicy',
  };
}

/** Who judges by the policies, and the field that says so. */
interface SettledScreening {
  readonly plan: ScreeningPlan;
  readonly field: string;
}

function ownScreening(
  input: PaymentAccessPolicy | undefined,
  inherited: readonly Inherited[],
): SettledScreening | undefined {
  const mode = input?.mode ?? 'inherit';
  const provider = input?.screeningProvider ?? null;
  const field = 'accessPolicy.screeningProvider';
  if (mode === 'kyt_all_wallets') {
    if (provider !== null) return { plan: planOf(provider), field };
    throw refuseField(field, `${field} must be hypernative or merklescience where mode is ${mode}`);
  }
  if (provider !== null) {
    throw refuseField(field, `${field} must be null where mode is ${mode}`);
  }
  return mode === 'off' ? undefined : inheritedScreening(inherited);
}

/** One vendor judges for a link, so destinations that name different ones are refused. */
function inheritedScreening(inherited: readonly Inherited[]): SettledScreening | undefined {
  const named = inherited.flatMap(({ policy, field }) => {
    if (policy === null || policy.mode === 'off') return [];
    const provider = policy.screeningProvider ?? null;
    invariant(provider !== null, 'a destination that screens names who does');
    return [{ provider, field }];
  });
  const [first, ...others] = named;
  const other = others.find(({ provider }) => provider !== first?.provider);
  if (other !== undefined) {
    const problem = 'its vendor is another than that of a destination before it';
    throw notScreened(other.field, `${problem}; name one by accessPolicy of the link`);
  }
  return first && { plan: planOf(first.provider), field: first.field };
}

const planOf = (provider: WalletScreenerName): ScreeningPlan => ({
  providers: [{ provider, policyId: null }],
});

/** The addresses of a list that can pay on a network; those of other chains are read and left out. */
function readAllowed(texts: readonly string[], network: Network): readonly string[] {
  const allowed = new Set(texts.flatMap((text, i) => readOne(text, i, network) ?? []));
  if (texts.length > 0 && allowed.size === 0) {
    throw refuseField(
      listField,
      `${listField} has no wallet that can pay: none is an address on ${network.name}`,
    );
  }
  return [...allowed];
}

function readOne(text: string, i: number, network: Network): string | undefined {
  const own = readAddress(network.family, text);
  if (!('problem' in own)) return own.text;
  if (readAnyAddress(text) !== undefined) return undefined;
  const field = `${listField}[${i}]`;
  throw refuseField(field, `${field} ${own.problem}`);
}
