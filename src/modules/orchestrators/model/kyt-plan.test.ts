import { expect, it } from 'vitest';
import { kytPlanOf, planOfChoice, readPlan, writePlan } from './kyt-plan.ts';

it('the order of the input is the priority of its plan, which is stored whole', () => {
  const plan = kytPlanOf({
    providers: [{ provider: 'merklescience', policyId: 'p' }, { provider: 'hypernative' }],
  });
  expect(plan).toEqual({
    providers: [
      { provider: 'merklescience', policyId: 'p', priority: 0 },
      { provider: 'hypernative', priority: 1 },
    ],
  });
  expect(readPlan(writePlan(plan))).toEqual(plan);
});

it('a choice of nobody is no plan', () => {
  expect(planOfChoice(null)).toBeNull();
  expect(writePlan(null)).toBeNull();
  expect(readPlan(null)).toBeNull();
});

// Treating it as none would admit payers that must be screened.
it('what is no plan is not taken for none', () => {
  expect(() => readPlan('{}')).toThrow();
});
