import { expect, it } from 'vitest';
import { accountBody, NO_ACCOUNT } from './account-draft.ts';

const numbers = { accountNumber: ' 000123456789 ', routingNumber: '021000021', iban: 'DE89' };

it('sends the numbers that the form shows, and none that was written for another currency', () => {
  expect(accountBody({ ...NO_ACCOUNT, numbers, accountType: 'savings' })).toMatchObject({
    currency: 'USD',
    accountNumber: '000123456789',
    routingNumber: '021000021',
    accountType: 'savings',
  });
  const euros = accountBody({
    ...NO_ACCOUNT,
    numbers,
    accountType: 'savings',
    knownCurrency: 'EUR',
  });
  expect(euros).toMatchObject({ currency: 'EUR', iban: 'DE89' });
  for (const name of ['accountNumber', 'routingNumber', 'accountType', 'knownCurrency']) {
    expect(euros).not.toHaveProperty(name);
  }
});

it('takes a currency that is written, and leaves out what is empty', () => {
  const body = accountBody({ ...NO_ACCOUNT, knownCurrency: '', otherCurrency: ' brl ' });
  expect(body).toMatchObject({ currency: 'BRL' });
  expect(body).not.toHaveProperty('iban');
});
