CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"email_key" text,
	"email_verified_at" timestamp (3) with time zone,
	"password_hash" text,
	"nick_name" text DEFAULT '' NOT NULL,
	"family_name" text DEFAULT '' NOT NULL,
	"given_name" text DEFAULT '' NOT NULL,
	"area_code" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"phone_verified_at" timestamp (3) with time zone,
	"anti_phishing_code" text DEFAULT '' NOT NULL,
	"locale" text NOT NULL,
	"frozen" boolean DEFAULT false NOT NULL,
	"parent_id" uuid,
	"user_type" integer DEFAULT 0 NOT NULL,
	"vip_level" integer DEFAULT 0 NOT NULL,
	"identity_level" integer DEFAULT 0 NOT NULL,
	"account_mode" integer DEFAULT 0 NOT NULL,
	"open_otc" boolean DEFAULT false NOT NULL,
	"open_contract" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_email_key_unique" UNIQUE("email_key"),
	CONSTRAINT "account_email_has_key" CHECK (("account"."email" is null) = ("account"."email_key" is null)),
	CONSTRAINT "account_has_a_way_in" CHECK ("account"."email_key" is not null or "account"."password_hash" is null)
);
--> statement-breakpoint
CREATE TABLE "account_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_code_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "account_identity" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "account_identity_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "account_preference" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"ip" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"wait_until" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ended_session" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_registration" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"locale" text NOT NULL,
	"token_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pending_registration_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "refresh_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_key" (
	"name" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "socket_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_parent_id_account_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_code" ADD CONSTRAINT "account_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_identity" ADD CONSTRAINT "account_identity_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_preference" ADD CONSTRAINT "account_preference_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_session" ADD CONSTRAINT "account_session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_account_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."account_session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "socket_token" ADD CONSTRAINT "socket_token_session_id_account_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."account_session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_parent" ON "account" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "account_frozen" ON "account" USING btree ("frozen") WHERE "account"."frozen";--> statement-breakpoint
CREATE INDEX "account_code_account" ON "account_code" USING btree ("account_id","purpose");--> statement-breakpoint
CREATE INDEX "account_code_expiry" ON "account_code" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_identity_account" ON "account_identity" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_session_account" ON "account_session" USING btree ("account_id","ip");--> statement-breakpoint
CREATE INDEX "account_session_expiry" ON "account_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "attempt_last" ON "attempt" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "ended_session_at" ON "ended_session" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "pending_registration_email" ON "pending_registration" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "pending_registration_expiry" ON "pending_registration" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "refresh_token_session" ON "refresh_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "socket_token_session" ON "socket_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "socket_token_expiry" ON "socket_token" USING btree ("expires_at");