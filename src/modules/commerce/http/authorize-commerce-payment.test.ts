import { describe } from 'vitest';
import { describeNobodysCommerce } from '../../../../tests/support/nobodys-commerce.ts';

describe('400, 401 and 404', () => {
  describeNobodysCommerce({
    method: 'POST',
    path: 'authorize',
    body: {},
    wrongBodies: [{ signature: '0x1' }, { amount: '1' }],
    mayLackBody: true,
  });
});
