/** Link parameters that prefill the buyer's name and phone, of which some platforms take the area code separately. */
export interface PrefillParameters {
  readonly name: string;
  readonly phone?: string | readonly [areaCode: string, number: string];
}

/** A platform's names, addresses and settings; server/src/sales/platforms/ has the adapter. */
export interface PlatformInfo {
  readonly label: string;
  /** Domains of the platform's checkouts. */
  readonly domains: readonly string[];
  /** Link parameters that the notices return: those meant for references, else the UTM that sellers use least. */
  readonly referenceParameters: readonly string[];
  /** Omitted if the platform's links prefill nothing. */
  readonly prefill?: PrefillParameters;
  /** The environment variable with the secrets that authenticate the platform's notices, separated by commas. */
  readonly secretVariable: string;
  /** The platform's own word for the secret, in Portuguese. */
  readonly secretLabel: string;
  /** Set if the owner invents the secret and enters it at the platform, instead of copying a secret from there. */
  readonly isSecretInvented?: true;
  /** The query of `/postbacks/<name>`, if the platform sends the secret in the address. */
  readonly noticeQuery?: string;
  /** The environment variable with the account's role in sales; absent if the notices state the account's share. */
  readonly accountVariable?: string;
  /** The steps in the platform's panel, in Portuguese. The manual replaces `aqui`, the console, with **Ligações**. */
  readonly steps: readonly string[];
}
