/** Computes a value when it is first asked for, and returns the same from then on; what fails is tried again. */
export function computeOnce<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}
