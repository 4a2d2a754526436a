export { findPayability } from './find-payability.ts';
export { findRecipient } from './find-recipient.ts';
export { followOrders } from './follow-orders.ts';
export { nextMoves } from './model/next-moves.ts';
export { type OffRampOrderOfRequest, payUntilOf } from './model/off-ramp-order.ts';
export { type OffRampEvent, type OffRampStatus, offRampMachine } from './model/status.ts';
export { openOrder } from './open-order.ts';
export { insertPayout, isOrderDue, moveOrder, type PayoutTarget, setOutcome } from './store.ts';
