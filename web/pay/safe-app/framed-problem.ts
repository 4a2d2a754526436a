/** Why nothing can be signed within another page. */
export type FramedProblem =
  /** It is no interface of Safe that the operator has named, or does not answer, or the link shows no payee. */
  | 'alone'
  /** The Safe is on another network than the payment. */
  | 'network'
  /** The account is no Safe there. */
  | 'not_safe'
  /** No key of an owner is connected. */
  | 'read_only';
