import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#platform/db/pool.ts';
import { BANK, type BankScene, openBankScene, PERSON } from '../support/bank-scene.ts';
import { findCanaries, findIn } from '../support/find-canaries.ts';

let scene: BankScene;
beforeAll(async () => {
  scene = await openBankScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

/** Every way to pay and to be refused begins with a name. */
const named = (clientUserId: string, more: object = {}) =>
  scene.payers.createComplianceData({ ...PERSON, clientUserId, ...more });

/** Names a payer, who is approved and agrees. */
async function addCompliantPayer(clientUserId: string): Promise<void> {
  const { kycUrl, status, userId } = await named(clientUserId);
  expect([status, userId]).toEqual([
    { agreementStatus: 'not_started', kycStatus: 'not_started' },
    expect.any(String),
  ]);
  await scene.decide(kycUrl, 'approve');
  await scene.awaitNews(clientUserId, ['pending, not_started', 'approved, not_started']);
  const updated = await scene.payers.updateComplianceStatus(clientUserId, {
    agreementCompleted: true,
  });
  expect(updated).toEqual({ success: true });
  await scene.awaitNews(clientUserId, APPROVED);
  expect(await scene.payers.getComplianceStatus(clientUserId)).toMatchObject({
    kycStatus: 'approved',
    agreementStatus: 'completed',
    isCompliant: true,
    userId,
  });
}

const APPROVED = [
  'pending, not_started',
  'approved, not_started',
  'approved, completed, compliant',
] as const;

const ON_THE_WAY = ['initiated', 'pending_internal_assessment', 'ongoing_checks', 'sending_fiat'];
const processing = (...subStatuses: readonly string[]) =>
  subStatuses.map((one) => `payment.processing ${one}`);
const BEGUN = processing('initiated', 'pending_internal_assessment');
const TAKEN = [...processing(...ON_THE_WAY, 'fiat_sent'), 'payment.confirmed'];
const BOUNCED = processing(...ON_THE_WAY, 'bounced');
const REFUNDED = [...BOUNCED, 'payment.refunded'];

const advance = (duration: string) => scene.sandbox.florin('clock', 'advance', duration);

it('a payer is approved, and pays to a bank that takes the money and to one that sends it back', async () => {
  // The public client encodes what an id holds.
  const user = 'user/1 ä';
  await addCompliantPayer(user);
  const first = await scene.addBankAccount(user, 'First Bank');
  expect((await scene.payers.getPaymentDetails(user)).paymentDetails).toMatchObject([
    { id: first, status: 'approved', bankName: 'First Bank', currency: 'usd', rails: 'local' },
  ]);
  const taken = await scene.payToBank(user, first);
  const bounced = await scene.payToBank(user, await scene.addBankAccount(user, 'Bounced Bank'));
  await scene.awaitNews(taken, BEGUN);
  await scene.awaitNews(bounced, BEGUN);
  const wallet = scene.sandbox.sandbox.payer.address;
  const before = await scene.sandbox.balance('base', wallet);
  await advance('61m');
  await scene.awaitNews(taken, TAKEN);
  await scene.awaitNews(bounced, BOUNCED);
  await advance('61m');
  await scene.awaitNews(bounced, REFUNDED);
  expect(scene.newsOf(taken)).toEqual(TAKEN);

  const options = { isCryptoToFiatAvailable: true };
  expect((await scene.api(`/v2/request/${taken}`)).body).toMatchObject({
    ...options,
    hasBeenPaid: true,
  });
  expect((await scene.api(`/v2/request/${bounced}`)).body).toMatchObject({
    ...{ ...options, hasBeenPaid: false },
    status: 'cancelled',
  });
  expect((await scene.sandbox.balance('base', wallet)) - before).toBe(12_500_000n);
});

it('payers are rejected, decided about late, and checked by a provider that was down, also where the process is killed in between', async () => {
  const rejected = await named('rejected');
  await scene.decide(rejected.kycUrl, 'reject');
  const late = await named('late');
  await scene.decide(late.kycUrl, 'pend');
  await scene.awaitNews('rejected', ['pending, not_started', 'rejected, not_started']);
  await expect(named('rejected', { lastName: 'Other' })).rejects.toMatchObject({
    status: 400,
    code: 'payer_rejected',
  });
  await expect(scene.payers.getComplianceStatus('nobody')).rejects.toMatchObject({ status: 404 });
  await expect(scene.payers.createPaymentDetails('nobody', BANK)).rejects.toMatchObject({
    status: 404,
  });
  // Agreeing makes nobody compliant whom the provider has rejected.
  await scene.payers.updateComplianceStatus('rejected', { agreementCompleted: true });
  expect(await scene.payers.getComplianceStatus('rejected')).toMatchObject({ isCompliant: false });

  await scene.decide(late.kycUrl, 'retry');
  const asked = ['pending, not_started', 'retry_required, not_started'];
  await scene.awaitNews('late', asked);
  const again = await named('late');
  expect(again.kycUrl).not.toBe(late.kycUrl);

  await scene.command('identity', { mode: 'dead' });
  expect((await named('unlucky')).kycUrl).toBeUndefined();
  expect(await scene.payers.getComplianceStatus('unlucky')).toMatchObject({
    kycStatus: 'not_started',
    isCompliant: false,
  });
  // The provider is back, decides, and its callback never comes.
  await scene.command('identity', { mode: 'serve', callbacks: 'hold' });
  await scene.decide(again.kycUrl, 'approve');
  await scene.sandbox.crash();
  await advance('3m');
  await scene.awaitNews('unlucky', ['pending, not_started']);
  const { kycUrl } = await scene.payers.getComplianceStatus('unlucky');
  await scene.decide(String(kycUrl), 'approve');
  await scene.awaitNews('unlucky', ['pending, not_started', 'approved, not_started']);
  const restarted = [...asked, 'not_started, not_started', 'pending, not_started'];
  await scene.awaitNews('late', [...restarted, 'approved, not_started']);
  const refused = ['pending, not_started', 'rejected, not_started', 'rejected, completed'];
  await scene.awaitNews('rejected', refused);
});

/** What is known of the person and of the bank account, other than two letters and words of a few choices. */
const KNOWN = [
  ...[PERSON.email, PERSON.lastName, PERSON.addressLine1, PERSON.dateOfBirth, PERSON.phone],
  ...[PERSON.ssn, BANK.accountNumber, BANK.accountName],
];

it('a payer is erased while a payout is open, which goes on and names nobody', async () => {
  const user = 'erased-user';
  await addCompliantPayer(user);
  const details = await scene.addBankAccount(user, 'Second Bounced Bank');
  const requestId = await scene.payToBank(user, details);
  const unpaid = await scene.request(user, details);
  await scene.awaitNews(requestId, BEGUN);
  const log = pino({ level: 'silent' });
  const { db, close } = openDatabase(scene.sandbox.world.databaseUrl, { log });
  const { account_id: account } = await db
    .selectFrom('payer')
    .select('account_id')
    .where('client_user_id', '=', user)
    .executeTakeFirstOrThrow();
  const eventsBefore = scene.receiver.deliveries.length;
  const erased = await scene.sandbox.florin(
    ...['payer', 'erase', '--account', account, '--user', user, '--yes'],
  );
  expect(erased).toMatchObject({ paymentDetails: 1 });
  // Killed right then: what was erased is gone, and the payout is still followed.
  await scene.sandbox.crash();
  await expect(scene.payers.getComplianceStatus(user)).rejects.toMatchObject({ status: 404 });
  expect((await scene.prepare(unpaid, user, details)).status).toBe(403);
  await advance('61m');
  await scene.awaitNews(requestId, BOUNCED);
  await advance('61m');
  await scene.awaitNews(requestId, REFUNDED);
  expect((await scene.api(`/v2/request/${requestId}`)).body).toMatchObject({ status: 'cancelled' });

  const after = scene.receiver.deliveries.slice(eventsBefore).map(({ body }) => body);
  expect(after.filter((body) => body.includes(user) || findIn(body, KNOWN).length > 0)).toEqual([]);
  const secrets = await db
    .selectFrom('payment_detail')
    .select('sealed')
    .where('id', '=', details)
    .execute();
  const people = await db.selectFrom('payer').select('client_user_id').execute();
  expect(secrets).toEqual([{ sealed: null }]);
  expect(people.map(({ client_user_id: id }) => id)).not.toContain(user);
  expect(await findCanaries(db, KNOWN)).toEqual([]);
  // The bank reported each of its moves, and was believed in none: the order was read.
  const callbacks = await db.selectFrom('off_ramp_callback').select('event_id').execute();
  expect(callbacks.length).toBeGreaterThan(5);
  await close();
});
