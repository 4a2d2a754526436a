import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant, Refusal, refuseField } from '#kit/failure.ts';
import { createClientId, setOrchestrator } from '#modules/clients/index.ts';
import { findActiveDestination, type PayeeDestination } from '#modules/destinations/index.ts';
import { payloadOf, recordEvent } from '#modules/events/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findOpenIntent, intentUsed } from './find-open-intent.ts';
import { type KytProvider, planOfChoice, writePlan } from './model/kyt-plan.ts';
import {
  type LinkInput,
  newLink,
  type ShownPlatformLink,
  showPlatformLink,
} from './model/shown-link.ts';
import { recordForBoth } from './record-for-both.ts';
import { type IntentRow, useIntent } from './store/intents.ts';
import { insertLink } from './store/links.ts';

interface Acceptance {
  readonly token: string;
  /** The platform's choice; undefined where the body says nothing of it. */
  readonly kyt: { readonly provider: KytProvider | null } | undefined;
}

interface IntentAccepted {
  readonly ok: true;
  readonly clientId: string;
  readonly link: ShownPlatformLink;
}

/**
 * Accepts an invitation: the caller's account gets a client ID that is paid to the wallet's
 * active destination and is linked to the partner. All of it happens or nothing.
 *
 * Refuses an intent as `findOpenIntent` does, also of two acceptances at once the slower one; and
 * (400) a wallet without a destination, a missing choice of screening, and one that is not allowed.
 */
export async function acceptLinkIntent(ctx: Context, input: Acceptance): Promise<IntentAccepted> {
  const intent = await findOpenIntent(ctx, input.token);
  const screening = screeningOf(intent, input);
  const accountId = accountOf(ctx);
  const destination = await findActiveDestination(ctx, {
    accountId,
    walletAddress: walletOf(ctx),
  });
  if (destination === undefined) throw noDestination();
  return await transact(ctx, async (ctx) => {
    if (!(await useIntent(ctx, intent.id))) throw intentUsed();
    const { id: clientIdId, clientId } = await createClientId(ctx, {
      accountId,
      label: intent.clientIdName,
      allowedDomains: intent.allowedDomains,
      payeeDestinationId: destination.id,
    });
    const { orchestratorId } = intent;
    const parts = { orchestratorId, accountId, clientIdId, clientId, ...screening };
    const link = newLink({ ...parts, id: ctx.newOrderedId() }, ctx.now());
    const linked =
      (await insertLink(ctx, { ...link, linkIntentId: intent.id })) &&
      (await setOrchestrator(ctx, { clientIdId, orchestratorId }));
    invariant(linked, 'a client ID that was just made can be linked');
    await report(ctx, { link, intent, destination });
    return { ok: true, clientId, link: showPlatformLink(link) };
  });
}

function walletOf({ actor }: Context): string {
  const wallet = actor.kind === 'session' ? actor.wallet : undefined;
  invariant(wallet !== undefined, 'onboarding takes the session of a wallet');
  return wallet.address;
}

/** The partner's plan where it has one; otherwise what the platform chooses. */
function screeningOf(
  intent: IntentRow,
  { kyt }: Acceptance,
): Pick<LinkInput, 'kyt' | 'kytChosenBy'> {
  if (intent.kyt !== null) {
    if (kyt !== undefined) throw kytNotAsked();
    return { kyt: intent.kyt, kytChosenBy: 'orchestrator' };
  }
  if (kyt === undefined) throw kytRequired();
  return { kyt: writePlan(planOfChoice(kyt.provider)), kytChosenBy: 'platform' };
}

interface Onboarding {
  readonly link: LinkInput;
  readonly intent: IntentRow;
  readonly destination: PayeeDestination;
}

async function report(ctx: Context, { link, intent, destination }: Onboarding): Promise<void> {
  const { id: linkId, clientId, orchestratorId } = link;
  await recordForBoth(ctx, {
    accountIds: [link.accountId, intent.orchestratorAccountId],
    action: 'client_id.linked',
    object: { kind: 'client_id', id: link.clientIdId },
    details: { clientId, orchestratorId, linkId, intentId: intent.id },
  });
  await recordEvent(ctx, {
    accountId: intent.orchestratorAccountId,
    securePaymentToken: null,
    // It is the partner's news: the endpoints of the client ID are not sent it.
    clientIdId: null,
    orchestratorId,
    origin: null,
    payload: payloadOf({
      event: 'client_id.linked',
      clientId,
      orchestratorId,
      linkId,
      intentId: intent.id,
      externalId: intent.externalId,
      destinationId: destination.destinationId,
      walletAddress: destination.walletAddress,
      network: destination.network,
      symbol: destination.symbol,
      timestamp: isoTime(ctx.now()),
    }),
  });
}

/** 400: a wallet that has not said yet where it wants its money. */
export function noDestination(): Refusal {
  const message = 'Register a payee destination for this wallet first, at /v1/payee-destination';
  return new Refusal('no_destination', 400, message);
}

/** 400: a plan that is left to the platform, which says nothing. */
export function kytRequired(): Refusal {
  const message = 'kyt is required: name who screens, or provider null for nobody';
  return refuseField('kyt', message, 'kyt_required');
}

/** 400: a choice of screening where the partner has made it. */
export function kytNotAsked(): Refusal {
  const message = 'kyt must be left out: the orchestrator has set who screens';
  return refuseField('kyt', message, 'kyt_not_asked');
}
