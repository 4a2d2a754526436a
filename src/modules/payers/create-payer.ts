import { accountOf, type Context, requireDataVault } from '#context.ts';
import { invariant, Refusal, refuseField } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { IdentityLevel, IdentityProvider } from '#providers/identity-provider.ts';
import { beginCheckAnew } from './begin-check-anew.ts';
import { openCheckPage } from './check-page.ts';
import { findBirthDateProblem } from './model/birth-date.ts';
import type { Payer } from './model/payer.ts';
import { comparePersons, type Person } from './model/person.ts';
import { type ShownPayer, showPayer } from './model/shown-payer.ts';
import { startWhereOpen } from './start-check.ts';
import { insertPayer, lockPayer } from './store/payers.ts';
import { openPerson, sealPerson } from './store/persons.ts';

/** Who a payer is said to be, by the platform. */
interface CreatePayerInput {
  readonly clientUserId: string;
  readonly beneficiaryType: IdentityLevel;
  readonly person: Person;
}

/**
 * Names a payer and has its identity checked. Called again, it answers the payer that is there, with a page of the provider that
 * works; another description of the person has it checked anew. Refuses (400) who cannot be a payer, and whom nobody here checks.
 */
export async function createPayer(ctx: Context, input: CreatePayerInput): Promise<ShownPayer> {
  requireDataVault(ctx);
  const { dateOfBirth } = input.person;
  const problem = findBirthDateProblem(dateOfBirth, { now: ctx.now(), isAdult: true });
  if (problem !== undefined) throw refuseField('dateOfBirth', `dateOfBirth ${problem}`);
  const provider = providerFor(ctx, input);
  const payer = await transact(ctx, (ctx) => storePayer(ctx, input, provider));
  const shown = await startWhereOpen(ctx, payer);
  return showPayer(shown, { ...ctx, openPage: (payer) => openCheckPage(ctx, payer) });
}

function providerFor(
  { identityProviders }: Context,
  { beneficiaryType, person }: CreatePayerInput,
): IdentityProvider {
  const provider = identityProviders?.starting;
  if (provider === undefined) {
    const message = 'This installation checks nobody: its operator has set no identity provider';
    throw new Refusal('identity_provider_not_configured', 400, message);
  }
  if (!provider.levels.includes(beneficiaryType)) {
    const message = `beneficiaryType ${beneficiaryType} is not checked by this installation`;
    throw refuseField('beneficiaryType', message, 'beneficiary_type_not_checked');
  }
  if (beneficiaryType === 'business' && !person.companyName) {
    throw refuseField('companyName', 'companyName is required where beneficiaryType is business');
  }
  return provider;
}

async function storePayer(
  ctx: Context,
  { clientUserId, beneficiaryType, person }: CreatePayerInput,
  provider: IdentityProvider,
): Promise<Payer> {
  const accountId = accountOf(ctx);
  const id = uuidOf(ctx);
  const identityProvider = provider.name;
  const added = { id, accountId, clientUserId, beneficiaryType, identityProvider };
  const isNew = await insertPayer(ctx, added);
  const payer = await lockPayer(ctx, { accountId, clientUserId });
  invariant(payer !== undefined, 'a payer that cannot be added is there');
  if (isNew) {
    await sealPerson(ctx, payer, person);
    await recordAudit(ctx, { accountId, action: 'payer.created', object: objectOf(payer) });
    return payer;
  }
  return await updatePerson(ctx, payer, { beneficiaryType, person, identityProvider });
}

interface Description {
  readonly beneficiaryType: IdentityLevel;
  readonly person: Person;
  readonly identityProvider: string;
}

/** Whoever is described as another person, or has to try again, is checked anew. */
async function updatePerson(
  ctx: Context,
  payer: Payer,
  { beneficiaryType, person, identityProvider }: Description,
): Promise<Payer> {
  const before = await openPerson(ctx, payer);
  const change = before === undefined ? 'identity' : comparePersons(before, person);
  const isOther = change === 'identity' || beneficiaryType !== payer.beneficiaryType;
  if (isOther && payer.identityStatus === 'rejected') {
    const message = 'This payer was rejected; it cannot be described as another person';
    throw new Refusal('payer_rejected', 400, message);
  }
  const { accountId } = payer;
  if (change !== 'same') {
    await sealPerson(ctx, payer, person);
    await recordAudit(ctx, { accountId, action: 'payer.updated', object: objectOf(payer) });
  }
  if (!isOther && payer.identityStatus !== 'retry_required') return payer;
  return await beginCheckAnew(ctx, payer, { beneficiaryType, identityProvider });
}

const objectOf = ({ id }: Payer) => ({ kind: 'payer', id });

/** A random UUID, as clients of the public API expect of `userId`. */
function uuidOf({ random }: Context): string {
  const hex = random(16).toString('hex');
  // One digit says that it is random, and two bits of another by which standard it is written.
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, `$1-$2-4$3-${variant}$4-$5`);
}
