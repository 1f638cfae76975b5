import type { TokenScope } from 'contract/tokens/tokens.constants.ts';

interface Scope {
  scope: TokenScope;
  /** What the scope permits. */
  label: string;
  isForStaff?: true;
}

export const scopes: readonly Scope[] = [
  { scope: 'read:profile', label: 'Read your profile, its picture and what you store' },
  { scope: 'read:friends', label: 'Read friends, requests and blocks, and search users' },
  { scope: 'write:friends', label: 'Send and answer requests, end friendships, block users' },
  { scope: 'read:calculations', label: 'Read saved calculations' },
  { scope: 'write:calculations', label: 'Save, change, share and delete calculations' },
  { scope: 'read:records', label: 'Read and export IP and log records', isForStaff: true },
  { scope: 'read:users', label: 'Read all users', isForStaff: true },
  { scope: 'read:reports', label: 'Read and export reports', isForStaff: true },
];
