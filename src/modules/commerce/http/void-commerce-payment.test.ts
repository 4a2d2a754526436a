import { describe } from 'vitest';
import { describeNobodysCommerce } from '../../../../tests/support/nobodys-commerce.ts';

describe('400, 401 and 404', () => {
  describeNobodysCommerce({
    method: 'POST',
    path: 'void',
    body: {},
    wrongBodies: [{ reason: '' }, { amount: '1' }],
  });
});
