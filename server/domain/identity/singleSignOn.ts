import * as client from 'openid-client';
import type { OidcSettings } from '../../config.ts';

/** State of a sign-on, kept in the caller's browser, so that no other browser can finish it. */
export interface SignOn {
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * An account of a provider. The subject identifies the account permanently; its name can change or be given to another
 * account.
 */
export interface ProviderAccount {
  issuer: string;
  subject: string;
  name: string;
}

/** A failed sign-on: the provider does not answer (`away`), or its answer is not valid (`failed`). */
export class SignOnFailed extends Error {
  readonly reason: 'away' | 'failed';

  constructor(reason: 'away' | 'failed', cause: unknown) {
    super(`single sign-on: ${reason}`, { cause });
    this.name = 'SignOnFailed';
    this.reason = reason;
  }
}

const TIMEOUT_SECONDS = 10;

/** Log-in at an OpenID Connect provider such as Keycloak: the authorization code flow with PKCE, state and nonce. */
export class SingleSignOn {
  readonly #settings: OidcSettings;
  /** metadata of the provider, fetched at the first sign-on, so that the product starts without the provider */
  #provider: Promise<client.Configuration> | undefined;

  constructor(settings: OidcSettings) {
    this.#settings = settings;
  }

  /**
   * Begins a sign-on.
   *
   * @param callback address to which the provider sends the browser back
   * @returns the address at the provider, and the state for the browser to keep
   * @throws SignOnFailed
   */
  async begin(callback: string): Promise<{ address: string; signOn: SignOn }> {
    const provider = await this.#discover();
    const signOn: SignOn = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const address = client.buildAuthorizationUrl(provider, {
      redirect_uri: callback,
      scope: 'openid profile',
      state: signOn.state,
      nonce: signOn.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(signOn.verifier),
      code_challenge_method: 'S256',
    });
    return { address: address.href, signOn };
  }

  /**
   * Finishes a sign-on.
   *
   * @param address to which the browser came back
   * @returns the account, with the provider's `preferred_username` as its name
   * @throws SignOnFailed
   */
  async finish(address: URL, { state, nonce, verifier }: SignOn): Promise<ProviderAccount> {
    const provider = await this.#discover();
    try {
      const tokens = await client.authorizationCodeGrant(provider, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const { iss, sub, preferred_username: claimedName } = tokens.claims()!;
      // some providers return the name only from the userinfo endpoint
      const name = claimedName ?? (await client.fetchUserInfo(provider, tokens.access_token, sub)).preferred_username;
      if (typeof name !== 'string' || name === '') throw new Error('the provider returns no preferred_username');
      return { issuer: iss, subject: sub, name };
    } catch (error) {
      throw new SignOnFailed('failed', error);
    }
  }

  /** Fetches the metadata of the provider, once for all sign-ons unless it fails. @throws SignOnFailed */
  async #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const discovery = (this.#provider ??= client.discovery(
      issuer,
      clientId,
      clientSecret,
      clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret),
      { timeout: TIMEOUT_SECONDS, execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [] },
    ));
    try {
      return await discovery;
    } catch (error) {
      if (this.#provider === discovery) this.#provider = undefined;
      throw new SignOnFailed('away', error);
    }
  }
}
