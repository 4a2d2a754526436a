/** Whether a Tron wallet shows itself to the page; pages cannot request a signature yet. */
export function hasTronWallet(): boolean {
  return ['tronLink', 'tron', 'tronWeb'].some((name) => Reflect.has(globalThis, name));
}
