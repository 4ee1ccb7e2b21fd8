/** Groups rows by person: rows with a common key, also by way of other rows, belong to one person. */
export class People {
  readonly #parents: number[] = [];
  readonly #byKey = new Map<string, number>();

  /** Returns the number of the person with these keys; {@link of} returns the person's last number. */
  add(keys: readonly string[]): number {
    const person = this.#parents.push(this.#parents.length) - 1;
    for (const key of keys) {
      const known = this.#byKey.get(key);
      if (known === undefined) this.#byKey.set(key, person);
      else this.#parents[this.of(person)] = this.of(known);
    }
    return person;
  }

  /** Returns the one number of all rows of a person, after the last row was added. */
  of(person: number): number {
    let root = person;
    for (let next = this.#parents[root]; next !== undefined && next !== root; ) {
      root = next;
      next = this.#parents[root];
    }
    this.#parents[person] = root;
    return root;
  }
}
