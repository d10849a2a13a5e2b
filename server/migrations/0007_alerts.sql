CREATE TABLE "alert" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"client_key" text NOT NULL,
	"business_line" smallint NOT NULL,
	"contract_line" smallint,
	"symbol_id" text NOT NULL,
	"type" smallint NOT NULL,
	"source" smallint NOT NULL,
	"frequency" smallint NOT NULL,
	"price" numeric,
	"price_up" numeric,
	"price_down" numeric,
	"channels" smallint[] NOT NULL,
	"is_open" boolean NOT NULL,
	"version" integer NOT NULL,
	"tick" text NOT NULL,
	"time_zone" smallint NOT NULL,
	"partition" smallint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "alert_client_key" UNIQUE("user_id","client_key"),
	CONSTRAINT "alert_has_values" CHECK ("alert"."price" is not null or ("alert"."price_up" is not null and "alert"."price_down" is not null))
);
--> statement-breakpoint
CREATE TABLE "alert_delivery" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"log_id" bigint,
	"user_id" uuid NOT NULL,
	"channel" smallint NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"bundle" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"acknowledged_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"alert_id" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"business_line" smallint NOT NULL,
	"symbol_id" text NOT NULL,
	"type" smallint NOT NULL,
	"source" smallint NOT NULL,
	"frequency" smallint NOT NULL,
	"price" numeric,
	"price_up" numeric,
	"price_down" numeric,
	"firing_price" numeric NOT NULL,
	"price_before" numeric,
	"anchor" numeric,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"detected_at" timestamp (3) with time zone NOT NULL,
	"lateness" text,
	"suppressed_by" text,
	"more_count" integer,
	"more_since" timestamp (3) with time zone,
	"ad" jsonb,
	"is_read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_log_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "alert_series" (
	"name" text PRIMARY KEY NOT NULL,
	"partition" smallint NOT NULL,
	"checkpoint" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_state" (
	"alert_id" bigint PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"fire_seq" integer NOT NULL,
	"judged_at" bigint NOT NULL,
	"fired_count" integer DEFAULT 0 NOT NULL,
	"fired_at" timestamp (3) with time zone,
	"standing" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_user" (
	"user_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_sent" (
	"delivery_id" bigint NOT NULL,
	"endpoint" text NOT NULL,
	CONSTRAINT "push_sent_delivery_id_endpoint_pk" PRIMARY KEY("delivery_id","endpoint")
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"endpoint" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vapid_key" (
	"id" integer PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_log_id_alert_log_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."alert_log"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_state" ADD CONSTRAINT "alert_state_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_sent" ADD CONSTRAINT "push_sent_delivery_id_alert_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."alert_delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_once" ON "alert" USING btree ("user_id","business_line","symbol_id","type","source",coalesce("price", 0),coalesce("price_up", 0),coalesce("price_down", 0)) WHERE "alert"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "alert_armed" ON "alert" USING btree ("partition") WHERE "alert"."is_open" and "alert"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "alert_changed" ON "alert" USING btree ("changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_delivery_once" ON "alert_delivery" USING btree ("log_id","channel");--> statement-breakpoint
CREATE INDEX "alert_delivery_due" ON "alert_delivery" USING btree ("due_at") WHERE "alert_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "alert_delivery_pending_user" ON "alert_delivery" USING btree ("user_id","channel") WHERE "alert_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "alert_log_user" ON "alert_log" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "alert_log_unread" ON "alert_log" USING btree ("user_id") WHERE not "alert_log"."is_read";--> statement-breakpoint
CREATE INDEX "alert_log_alert" ON "alert_log" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "alert_log_age" ON "alert_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "alert_series_partition" ON "alert_series" USING btree ("partition");--> statement-breakpoint
CREATE INDEX "push_subscription_user" ON "push_subscription" USING btree ("user_id");