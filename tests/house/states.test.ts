import { describe, expect, it } from 'vitest';
import { clientIdMachine } from '#modules/clients/model/status.ts';
import { commerceMachine } from '#modules/commerce/model/status.ts';
import { paymentIntentMachine } from '#modules/intents/model/status.ts';
import { chainTransferMachine } from '#modules/ledger/model/transfer-status.ts';
import { multicallMachine } from '#modules/multicall-payouts/model/status.ts';
import { offRampMachine } from '#modules/off-ramps/model/status.ts';
import { payerAgreementMachine, payerIdentityMachine } from '#modules/payers/model/status.ts';
import { paymentDetailMachine } from '#modules/payment-details/model/status.ts';
import {
  payoutImportMachine,
  payoutImportRowMachine,
} from '#modules/payout-imports/model/status.ts';
import {
  instalmentMachine,
  recurringPayoutMachine,
} from '#modules/recurring-payouts/model/status.ts';
import { requestMachine } from '#modules/requests/model/status.ts';
import { securePaymentMachine } from '#modules/secure-payments/model/status.ts';
import { payerCheckMachine } from '#modules/settlement/model/payer-check.ts';
import { webhookDeliveryMachine } from '#modules/webhooks/model/status.ts';
import { filesBelow, textOf } from './tree.ts';

const migrations = filesBelow('migrations').map(textOf).join('\n');

/** The statuses that a table's check constraint allows: those of the last migration that changes it. */
function statusesOf(table: string, column = 'status'): string[] {
  const body =
    new RegExp(`create table ${table} \\(([\\s\\S]*?)\\n\\);`).exec(migrations)?.[1] ?? '';
  const written = new RegExp(
    `\\b${column} text not null\\s+check \\(${column} in \\(([^)]*)\\)\\)`,
  );
  const first = written.exec(body)?.[1] ?? '';
  const altered = new RegExp(
    `add constraint ${table}_${column}_check\\s+check \\(${column} in \\(([^)]*)\\)\\)`,
    'g',
  );
  const check = [...migrations.matchAll(altered)].at(-1)?.[1] ?? first;
  return [...check.matchAll(/'([a-z_]+)'/g)].map((match) => match[1] ?? '').sort();
}

describe('6: a state moves only along its table', () => {
  it.each([
    ['request', requestMachine],
    ['secure_payment', securePaymentMachine],
    ['multicall_payout', multicallMachine],
    ['payer_check', payerCheckMachine],
    ['recurring_payout', recurringPayoutMachine],
    ['recurring_instalment', instalmentMachine],
    ['payment_intent', paymentIntentMachine],
    ['chain_transfer', chainTransferMachine],
    ['client_id', clientIdMachine],
    ['webhook_delivery', webhookDeliveryMachine],
    ['commerce_payment', commerceMachine],
    ['off_ramp_order', offRampMachine],
    ['payment_detail', paymentDetailMachine],
    ['payout_import', payoutImportMachine],
    ['payout_import_row', payoutImportRowMachine],
  ])('and the states of %s are those that the database allows', (table, machine) => {
    expect(statusesOf(table)).toEqual(Object.keys(machine).sort());
  });

  it.each([
    ['identity_status', payerIdentityMachine],
    ['agreement_status', payerAgreementMachine],
  ])('and so are the states of a payer in %s', (column, machine) => {
    expect(statusesOf('payer', column)).toEqual(Object.keys(machine).sort());
  });

  it('and no table leads to a state that it does not have', () => {
    for (const machine of [
      requestMachine,
      securePaymentMachine,
      multicallMachine,
      payerCheckMachine,
      recurringPayoutMachine,
      instalmentMachine,
      payerIdentityMachine,
      payerAgreementMachine,
      paymentIntentMachine,
      chainTransferMachine,
      clientIdMachine,
      webhookDeliveryMachine,
      commerceMachine,
      offRampMachine,
      paymentDetailMachine,
    ]) {
      const states = new Set(Object.keys(machine));
      const reached = Object.values(machine).flatMap((moves) => Object.values<string>(moves));
      expect(reached.filter((state) => !states.has(state))).toEqual([]);
    }
  });
});
