import Link from "next/link";
import { ActionButton } from "@/components/ui/buttons/action-button";
import { DescriptionList } from "@/components/ui/description-list";
import { sendTestMail } from "@/lib/actions/send-test-mail";
import type { MailRoute as Route } from "@/lib/domain/mail/mail-route";

const ENCRYPTION = { implicit: "TLS", starttls: "STARTTLS", none: "None" } as const;

/** How email is sent, and a way to try it. */
export function MailRoute({ route }: { route: Route }) {
  if (route.to === "nobody")
    return (
      <p className="text-pretty">
        Email isn’t configured. Until <code>SMTP_URL</code> and <code>MAIL_FROM</code> are set, a one-time
        link is shown to the admin who creates it.
      </p>
    );
  return (
    <div className="flex flex-col items-start gap-4">
      {route.to === "outbox" ? (
        <p className="text-pretty">
          The sandbox sends no email.{" "}
          <Link href="/sandbox/outbox" className="font-medium text-accent hover:underline">
            Open the outbox
          </Link>{" "}
          to read it.
        </p>
      ) : (
        <DescriptionList
          className="w-full"
          facts={[
            { name: "Server", value: route.server },
            { name: "Encryption", value: ENCRYPTION[route.tls] },
            { name: "Sender", value: route.from },
          ]}
        />
      )}
      <ActionButton
        action={sendTestMail}
        input={{}}
        failedTitle="Couldn’t send a test email"
        successToast={{ title: "Test email created", detail: "Its state is shown below.", tone: "good" }}
      >
        Send a test email to yourself
      </ActionButton>
    </div>
  );
}
