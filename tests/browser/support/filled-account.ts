import { z } from 'zod';
import type { Role } from '#kit/role.ts';
import { listRateLimitBlocksEndpoint } from '#modules/clients/http/list-rate-limit-blocks.ts';
import { listSecondFactorsEndpoint } from '#modules/identity/http/list-second-factors.ts';
import { listOwnRecurringPayoutsEndpoint } from '#modules/recurring-payouts/http/list-own-recurring-payouts.ts';
import { viewRecurringPayoutEndpoint } from '#modules/recurring-payouts/http/view-recurring-payout.ts';
import { listHeldPaymentsEndpoint } from '#modules/settlement/http/list-held-payments.ts';
import { listSuspiciousEndpoint } from '#modules/settlement/http/list-suspicious.ts';
import { sendToHost } from '../../support/send-to-host.ts';
import { registerAt, sessionOf, signInAt } from '../../support/sign-in-at.ts';
import type { ReachedWorld } from '../../support/world.ts';

/** What every such text begins with, wherever it is shown. */
export const HOSTILE_START = '=HYPERLINK("x")<script>';

const ATTACK = `${HOSTILE_START}alert(1)</script><img src=x onerror=alert(1)>\u200Fאבג🦊👩‍👩‍👧`;

/** Turns round what stands behind it where a page shows it as it is; some fields refuse it. */
const TURNED = '\u202Egnp.exe';

/** What somebody writes who wants to break a page: a formula, markup, letters from right to left, emoji and a word without an end. */
function hostile(length: number, more = ''): string {
  return `${ATTACK}${more}`.padEnd(length, 'W').slice(0, length);
}

/** The lengths that the API allows. */
const [LABEL, REFERENCE, NOTE] = [100, 255, 2_000];

/** Where the pages are that show one thing of a filled account. */
export interface FilledAccount {
  readonly requestId: string;
  readonly bundleToken: string;
  readonly importId: string;
  readonly webhookId: string;
  /** An endpoint for the events of platforms. */
  readonly orchestratorWebhookId: string;
  /** The account's own id of a payer. */
  readonly payerId: string;
  readonly invitationToken: string;
  /** An account that an administrator has blocked. */
  readonly blockedAccountId: string;
}

/** Gives an account one of everything that its pages list, with hostile texts; its wallet must be an administrator's. */
export async function fillAccount(world: ReachedWorld): Promise<FilledAccount> {
  const { headers } = await signInAt(world.authUrl, world.sandbox.payee.privateKey);
  const call = async (path: string, body: unknown, method = 'POST') =>
    await send(world, path, { method, headers, body });
  await call('/v1/auth/account', { name: hostile(LABEL) }, 'PATCH');
  const key = hostile(LABEL, TURNED);
  await call('/v1/api-keys', { label: key });
  const { clientId } = await call('/v1/client-ids', { label: key, allowedDomains: [] });
  const { token } = await call('/v1/invitations', { role: 'finance', label: hostile(LABEL) });
  const webhookId = await addWebhooks(world, call);
  const orchestratorWebhookId = await becomeOrchestrator(world, call, clientId);
  const requestId = await receive(world, call);
  const { bundleToken, importId } = await payOut(world, call);
  const payerId = await namePayer(call);
  await call('/v2/merchant-profile', { displayName: 'W'.repeat(60) }, 'PUT');
  const blockedAccountId = await blockSomebody(world, call);
  const ids = { requestId, bundleToken, importId, webhookId, orchestratorWebhookId, payerId };
  return { ...ids, invitationToken: token, blockedAccountId };
}

type Call = (path: string, body: unknown, method?: string) => Promise<Answer>;

const Answer = z.object({
  id: z.string().default(''),
  token: z.string().default(''),
  clientId: z.string().default(''),
  accountId: z.string().default(''),
  webhook: z.object({ id: z.string() }).default({ id: '' }),
});
type Answer = z.output<typeof Answer>;

type Asked = Parameters<typeof sendToHost>[1];

async function send(world: ReachedWorld, path: string, asked: Asked): Promise<Answer> {
  const url = path.startsWith('/v1/') ? world.authUrl : world.apiUrl;
  const { status, body } = await sendToHost(`${url}${path}`, asked);
  if (status >= 400) throw new Error(`${path} answers ${status}: ${JSON.stringify(body)}`);
  return Answer.parse(body ?? {});
}

/** An endpoint that takes what it is sent, and one that nobody reaches. */
async function addWebhooks({ payUrl }: ReachedWorld, call: Call): Promise<string> {
  const { id } = await call('/v1/webhook', { url: `${payUrl}/inbox/hook?${'W'.repeat(200)}` });
  await call('/v1/webhook', { url: 'http://localhost:9/?<script>alert(1)</script>' });
  await call('/v1/webhook/test', { eventType: 'payment.confirmed' });
  return id;
}

/** With an endpoint for the events of platforms that was sent a test. */
async function becomeOrchestrator({ payUrl }: ReachedWorld, call: Call, clientId: string) {
  await call('/v2/orchestrators', {
    orchestratorName: hostile(LABEL),
    orchestratorContactEmail: `${'w'.repeat(64)}@stalls.example`,
  });
  await call('/v2/orchestrators/client-ids', { clientId });
  await call('/v2/orchestrators/client-id-link-intents', {
    clientIdName: hostile(LABEL),
    externalId: hostile(REFERENCE),
  });
  await call('/v2/orchestrators/branding', { primaryActionColor: '#7c3aed' });
  await call('/v2/orchestrators/fee-configs', {
    bps: 250,
    usdCap: '20',
    feeBearer: 'recipient',
    flow: 'incoming',
    evmRecipientAddress: '0x5555555555555555555555555555555555555555',
  });
  const url = `${payUrl}/inbox/hook?${'W'.repeat(200)}`;
  const { webhook } = await call('/v2/orchestrators/webhooks', { url });
  await call('/v2/orchestrators/webhooks/test', { eventType: 'client_id.linked' });
  return webhook.id;
}

/** Links that are paid, wait and were invalidated. */
async function receive(world: ReachedWorld, call: Call): Promise<string> {
  const text = { reference: hostile(REFERENCE, TURNED), payerIdentifier: hostile(REFERENCE) };
  const paid = await world.createLink('1.25', text);
  await world.createLink('98765432109.123456', text);
  const ended = await world.createLink('3', text);
  await call(`/v2/secure-payments/${ended.token}/invalidate`, {});
  await world.pay(paid.token);
  await world.awaitStatus(paid.token, 409);
  const [requestId] = paid.requestIds;
  await call(`/v2/request/${requestId}/notes`, { text: hostile(NOTE, TURNED) });
  return requestId;
}

/** Payouts in a bundle, others from a file, and one that is kept. */
async function payOut({ sandbox }: ReachedWorld, call: Call) {
  const recipient = '0x1111111111111111111111111111111111111111';
  const usual = { recipient, network: 'sepolia', currency: 'USDC-sepolia' };
  const texts = { reference: hostile(REFERENCE, TURNED), recipientIdentifier: hostile(REFERENCE) };
  const creatorWalletAddress = sandbox.payer.address;
  const create = async (amount: string) => {
    const body = { ...usual, ...texts, amount, creatorWalletAddress };
    return (await call('/v2/secure-payments/payouts', body)).token;
  };
  const childTokens = [await create('1.5'), await create('98765432109.123456')];
  const bundle = await call('/v2/secure-payments/multicall-payouts', { childTokens });
  const { id: importId } = await call('/v2/payout-imports', {
    creatorWalletAddress,
    fileName: hostile(REFERENCE),
    rows: [{ ...usual, ...texts, line: 2, amount: '2' }],
  });
  const { reference } = texts;
  const saved = { ...usual, amount: '98765432109.123456', creatorWalletAddress, reference };
  await call('/v2/saved-payouts', { ...saved, label: hostile(LABEL) });
  return { bundleToken: bundle.token, importId };
}

/** A payer whose check has begun. */
async function namePayer(call: Call): Promise<string> {
  const clientUserId = hostile(LABEL);
  const [addressLine1, city] = [hostile(REFERENCE), hostile(LABEL)];
  const address = { addressLine1, city, state: 'IL', country: 'US' };
  await call('/v2/payer', {
    clientUserId,
    email: `${'w'.repeat(64)}@shop.example`,
    firstName: hostile(LABEL),
    lastName: hostile(LABEL),
    beneficiaryType: 'individual',
    dateOfBirth: '1990-01-01',
    ...address,
    postcode: '62701',
    nationality: 'US',
    phone: '+12025550100',
    ssn: '000000000',
  });
  return clientUserId;
}

/** For the pages of administrators. */
async function blockSomebody(world: ReachedWorld, call: Call): Promise<string> {
  const headers = await registerAt(world.authUrl);
  const { accountId } = await send(world, '/v1/auth/session', { headers });
  const name = { name: hostile(LABEL) };
  await send(world, '/v1/auth/account', { method: 'PATCH', headers, body: name });
  await call(`/v1/admin/accounts/${accountId}/block`, { reason: hostile(REFERENCE) });
  return accountId;
}

interface Documented {
  readonly answer: { readonly schema: z.ZodType };
}

/** An answer as the API documents it, with a hostile text under each of these names. */
function documentedAnswer({ answer: { schema } }: Documented, ...names: readonly string[]): string {
  const [example] = z.array(z.unknown()).parse(schema.meta()?.['examples']);
  return JSON.stringify(schema.parse(example), (name, value: unknown) =>
    names.includes(name) ? hostile(LABEL, TURNED) : value,
  );
}

/** Answers of what no sandbox has within seconds, by the path of the endpoint. */
export function rareAnswers(): ReadonlyMap<string, string> {
  const recurring = ['reference', 'failureReason'];
  return new Map([
    ['/v1/auth/second-factors', documentedAnswer(listSecondFactorsEndpoint, 'name')],
    ['/v1/admin/rate-limit-blocks', documentedAnswer(listRateLimitBlocksEndpoint)],
    ['/v1/admin/suspicious-transfers', documentedAnswer(listSuspiciousEndpoint, 'reason')],
    ['/v2/held-payments', documentedAnswer(listHeldPaymentsEndpoint)],
    ['/v2/payouts/recurring', documentedAnswer(listOwnRecurringPayoutsEndpoint, ...recurring)],
    [
      `/v2/payouts/recurring/${RECURRING_ID}`,
      documentedAnswer(viewRecurringPayoutEndpoint, ...recurring),
    ],
  ]);
}

/** Of the recurring payout in `rareAnswers`. */
export const RECURRING_ID = '01K8Z3N5T7V9X1B3D5F7H9J1M3';

/** The cookie of somebody who has joined the account of a world with this role, by a wallet, and beside it has an account alone. */
export async function memberCookie(world: ReachedWorld, role: Role) {
  const { headers: owner } = await signInAt(world.authUrl, world.sandbox.payee.privateKey);
  const { accountId } = await send(world, '/v1/auth/session', { headers: owner });
  const invitation = { role, label: `A member: ${role}` };
  const { token } = await send(world, '/v1/invitations', { headers: owner, body: invitation });
  const { headers } = await signInAt(world.authUrl);
  await send(world, '/v1/invitations/accept', { headers, body: { token } });
  const url = `${world.authUrl}/v1/auth/account`;
  const value = sessionOf(await sendToHost(url, { headers, body: { accountId } }));
  return { name: 'session_token', value, url: world.authUrl };
}
