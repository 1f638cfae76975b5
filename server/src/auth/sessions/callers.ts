import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import type { TokenScope } from 'contract/tokens/tokens.constants.ts';
import DataLoader from 'dataloader';
import type { ClientInfo } from '#audit/audit.ts';
import type { Database } from '#platform/database/database.ts';
import {
  type CallerRow,
  type CallerUserRow,
  selectCaller,
  selectCallers,
  touchSessions,
} from './callers.queries.ts';

export interface AccessClaims {
  sub: string;
  sid: string;
  /** In seconds since 1970, by the clock of the database. */
  iat: number;
}

/** A verified access token. Its expiry is compared with the database's clock. */
export interface GenuineClaims extends AccessClaims {
  exp: number;
}

const issuer = 'declassified';
const audience = 'declassified-api';
/** RFC 9068: a token of another kind is not accepted as an access token. */
const type = 'at+jwt';

/** The session lookup checks the expiry against the clock of the database. */
export function accessTokenOptions(key: Buffer) {
  return {
    secret: key,
    sign: {
      algorithm: 'HS256' as const,
      iss: issuer,
      aud: audience,
      expiresIn: sessionLimits.accessTokenSeconds,
      typ: type,
    },
    verify: {
      algorithms: ['HS256' as const],
      allowedIss: issuer,
      allowedAud: audience,
      checkTyp: type,
      ignoreExpiration: true,
      requiredClaims: ['sub', 'sid', 'iss', 'aud', 'iat', 'exp'],
    },
  };
}

/** Read from the database, not from the token. */
export interface Caller {
  user: Omit<CallerUserRow, 'user_id'> & { id: string };
  /** For an API token, `session` is the token itself, which never counts as recently authenticated. */
  session: {
    id: string;
    created_at: Date;
    /** Authenticated within the last 15 minutes, with the second factor of a user who has one. */
    isRecent: boolean;
    /** Whether the session began without the password, which has not been entered since. */
    isWithoutPassword: boolean;
    /** Whether the session began without the password, whatever was entered since. */
    beganWithoutPassword: boolean;
    hasPassedSecondFactor: boolean;
    /** True for one minute after the session changed the password. */
    isReadOnly: boolean;
    /** Null for sessions of earlier versions. */
    device_id: string | null;
  };
  /** The scopes of an API token. Null for a session, which has no restriction. */
  scopes: readonly TokenScope[] | null;
  /** Acts through an assistant, which reads the user's own calculations only. */
  isAssistant?: true;
}

/** Who performs the action, and from where. */
export interface Actor {
  caller: Caller;
  clientInfo: ClientInfo;
}

type FindCaller = (claims: GenuineClaims, usedFrom: string | null) => Promise<Caller | null>;

interface Lookup {
  sessionId: string;
  /** The IP address of a request that counts as activity of the session. */
  usedFrom: string | null;
}

/**
 * Reads the session on every request, so that a revocation takes effect at once. Requests in the same
 * turn of the event loop share a statement.
 */
export function createCallerLookup(deps: { database: Database }): FindCaller {
  const findRows = async (lookups: readonly Lookup[]) => {
    const sessionIds = lookups.map(({ sessionId }) => sessionId);
    const [first = '', ...others] = new Set(sessionIds);
    const rows = await (others.length === 0
      ? selectCaller(deps.database, first)
      : selectCallers(deps.database, [first, ...others]));
    const usedFrom = new Map(
      lookups.flatMap(({ sessionId, usedFrom: from }) => (from === null ? [] : [[sessionId, from]])),
    );
    const due = rows.flatMap(({ session_id: sessionId, is_touch_due }) => {
      const ipAddress = usedFrom.get(sessionId);
      return is_touch_due && ipAddress !== undefined ? [{ sessionId, ipAddress }] : [];
    });
    // Best effort: accurate to a minute.
    if (due.length > 0) touchSessions(deps.database, due).catch(() => {});
    const bySession = new Map(rows.map((row) => [row.session_id, row]));
    return sessionIds.map((id) => bySession.get(id));
  };
  // The loader batches and caches nothing.
  const loader = new DataLoader(findRows, {
    cache: false,
    batchScheduleFn: (loadBatch) => void setImmediate(loadBatch),
  });
  return async ({ sub, sid, exp }, usedFrom) => {
    const row = await loader.load({ sessionId: sid, usedFrom });
    return row?.user_id === sub && row.now < exp ? toCaller(row) : null;
  };
}

export function callerUser(row: CallerUserRow): Caller['user'] {
  const { user_id: id, username, email, is_superuser, is_staff, is_premium_user, must_change_password } = row;
  return { id, username, email, is_superuser, is_staff, is_premium_user, must_change_password };
}

function toCaller(row: CallerRow): Caller {
  return {
    user: callerUser(row),
    session: {
      id: row.session_id,
      created_at: row.signed_in_at,
      isRecent: row.is_recent,
      isWithoutPassword: row.is_without_password,
      beganWithoutPassword: row.began_without_password,
      hasPassedSecondFactor: row.has_passed_second_factor,
      isReadOnly: row.is_read_only,
      device_id: row.device_id,
    },
    scopes: null,
  };
}
