/** Structured data as EIP-712 has it, without the type of the domain, which follows from its members. */
export interface TypedData {
  readonly domain: { readonly name: string; readonly version: string; readonly chainId: number };
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, string | number>>;
}
