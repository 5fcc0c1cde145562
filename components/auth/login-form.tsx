"use client";

import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { signIn } from "@/lib/client/sign-in";
import { clearUnsentNotes } from "@/lib/client/unsent-notes";
import { PasskeyButton } from "./passkey-button";

export type DemoPerson = { role: string; name: string; email: string; description: string };

type LoginFormProps = {
  next: string;
  /** One-click sign-in, only in sandbox mode. */
  demo: { people: DemoPerson[]; password: string } | null;
  /** Null where passkeys don't work. */
  passkeyOrigin: string | null;
};

export function LoginForm({ next, demo, passkeyOrigin }: LoginFormProps) {
  const [error, setError] = useState<string | null>(null);
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  async function submitCredentials(address: string, secret: string) {
    setBusyWith(address);
    setError(null);
    const message = await signIn(address, secret);
    // A full page load, so that no data of a previous person stays in memory.
    if (message === null) {
      clearUnsentNotes();
      return window.location.assign(next);
    }
    setBusyWith(null);
    setError(message);
    password.current?.select();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const [address, secret] = [email.current?.value.trim() ?? "", password.current?.value ?? ""];
    if (!address) return email.current?.focus();
    if (!secret) return password.current?.focus();
    void submitCredentials(address, secret);
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Email" required>
          <TextInput
            ref={email}
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            spellCheck={false}
          />
        </Field>
        <Field label="Password" required error={error ?? undefined}>
          <TextInput ref={password} name="password" type="password" autoComplete="current-password" />
        </Field>
        <Button
          type="submit"
          tone="primary"
          busy={busyWith !== null && busyWith === email.current?.value.trim()}
        >
          Sign in
        </Button>
        <p role="alert" className="sr-only">
          {error}
        </p>
      </form>
      {passkeyOrigin && (
        <PasskeyButton purpose="sign-in" origin={passkeyOrigin} next={next}>
          Sign in with a passkey
        </PasskeyButton>
      )}
      {demo && (
        <section aria-labelledby="demo-people" className="mt-8 border-line border-t pt-5">
          <h2 id="demo-people" className="font-medium">
            Or sign in as
          </h2>
          <ul className="mt-2 flex flex-col">
            {demo.people.map((person) => (
              <li key={person.email}>
                <button
                  type="button"
                  onClick={() => busyWith === null && void submitCredentials(person.email, demo.password)}
                  aria-busy={busyWith === person.email || undefined}
                  className="-mx-2 flex w-[calc(100%+1rem)] items-baseline gap-3 rounded-control px-2 py-1.5 text-left transition-colors duration-quick hover:bg-hover aria-busy:opacity-60"
                >
                  <span className="w-16 shrink-0 font-medium first-letter:uppercase">{person.role}</span>
                  <span className="min-w-0 text-ink-2">{person.description}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
